import { expect, test } from "vitest";
import { distinctName, plainFileName } from "./file-names.ts";

test.each([
  ["report.md", "report.md"],
  ["Umsatz 2026 (Nord): Q1?.csv", "Umsatz 2026 (Nord): Q1?.csv"],
  ["../../etc/passwd", "passwd"],
  ["C:\\data\\a.csv", "a.csv"],
  ["a\u0000\nb.txt", "a__b.txt"],
  ["..", "file"],
  ["", "file"],
])("the name %j is made one plain part of a path", (name, expected) => {
  expect(plainFileName(name)).toBe(expected);
});

test("a name that is too long for a file system is cut before its extension", () => {
  const name = plainFileName(`${"ä".repeat(300)}.csv`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name.endsWith("ä.csv")).toBe(true);
});

test("a taken name gets the next free number", () => {
  const taken = new Set(["a.csv", "a-2.csv"]);
  expect(distinctName("a.csv", (name) => taken.has(name))).toBe("a-3.csv");
  expect(distinctName("b", (name) => taken.has(name))).toBe("b");
});
