import { expect, test } from "vitest";
import { markDifference } from "./mark-difference.ts";

const nameOf = ({ name }: { readonly name: string }): string => name;

test("what activation adds, changes and takes away is marked, in the order in which it is sent", () => {
  const before = [
    { name: "read_file", description: "Reads" },
    { name: "activate_skill", description: "One skill" },
    { name: "old", description: "Goes" },
  ];
  const after = [
    { name: "read_file", description: "Reads" },
    { name: "activate_skill", description: "Two skills" },
    { name: "count", description: "Counts" },
  ];
  expect(markDifference(before, after, nameOf).map((one) => `${one.entry.name} ${one.difference}`)).toEqual([
    "read_file same",
    "activate_skill changed",
    "count added",
    "old removed",
  ]);
});
