import { expect, test } from "vitest";
import { offeredTools } from "./offered-tool.ts";
import { rememberTools } from "./remember-tools.ts";

const plain = { type: "object", properties: {} };
const offeredOf = (...tools: readonly object[]) =>
  offeredTools({ name: "odd", tools: rememberTools(tools.map((tool) => ({ inputSchema: plain, ...tool }))) });

test("of two tools with one name the first is offered, and the other keeps its place with the reason", () => {
  const offered = offeredOf(
    { name: "read", description: "Reads." },
    { name: "read", description: "Does something else." },
  );
  expect(offered.map(({ description, problem }) => [description, problem])).toEqual([
    ["Reads.", null],
    ["Does something else.", "The server lists another tool of the same name before it."],
  ]);
});

test("a tool that cannot be offered takes no name from one that can", () => {
  const offered = offeredOf({ name: "read", inputSchema: "text" }, { name: "read", description: "Reads." });
  expect(offered.filter(({ problem }) => problem === null).map(({ description }) => description)).toEqual([
    "Reads.",
  ]);
});

test("names that are the same once they are cleaned stay apart", () => {
  const names = ["a.b", "a_b", "a-b", "a/b", "a b", "A_B", "a_b_", "ａ_b"];
  const offered = offeredOf(...names.map((name) => ({ name })));
  expect(offered.map(({ problem }) => problem)).toEqual(names.map(() => null));
  expect(new Set(offered.map(({ exposedName }) => exposedName)).size).toBe(names.length);
});
