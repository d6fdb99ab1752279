import { expect, test } from "vitest";
import { listTools, toListingText } from "./list-tools.ts";
import { type BoundTool, NO_FLAGS } from "./tool.ts";

const toolOf = (name: string): BoundTool => ({
  name,
  description: name,
  inputSchema: { type: "object" },
  origin: { kind: "builtin", id: "test" },
  flags: NO_FLAGS,
  bind: () => ({ ok: false, message: "never" }),
});
const setOf = (...tools: readonly BoundTool[]) => new Map(tools.map((tool) => [tool.name, tool]));
const [look, find] = [toolOf("look"), toolOf("find")] as const;

test("the same tools give the very same array and text, turn after turn", () => {
  const first = listTools(setOf(look, find));
  expect(first.map(({ name }) => name)).toEqual(["look", "find"]);
  listTools(setOf(look));
  expect(listTools(setOf(look, find))).toBe(first);
  expect(toListingText(listTools(setOf(look, find)))).toBe(JSON.stringify(first));
});

test("another order, another tool of the same name, one tool more: another array", () => {
  const first = listTools(setOf(look, find));
  for (const other of [setOf(find, look), setOf(look, toolOf("find")), setOf(look, find, toolOf("more"))]) {
    expect(listTools(other)).not.toBe(first);
    expect(listTools(other).map(({ name }) => name)).toEqual([...other.keys()]);
  }
});

test("an array that was long not used is made anew, and is the same in content", () => {
  const first = listTools(setOf(look, find));
  for (let count = 0; count < 200; count += 1) listTools(setOf(toolOf(`other ${count}`)));
  const again = listTools(setOf(look, find));
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});
