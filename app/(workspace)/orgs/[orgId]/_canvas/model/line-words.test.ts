import { expect, test } from "vitest";
import { lineWords } from "./line-words.ts";

const line = { id: "line", parentId: "lead", childId: "writer" };

test.each([
  [{}, undefined],
  [{ tools: ["*"] }, undefined],
  [{ tools: [] }, "no tools"],
  [{ tools: ["read_file"] }, "some tools"],
  [{ maxConcurrentSessions: 2 }, "2 at once"],
  [{ budget: { tokens: 5_000 } }, "budget"],
  [
    { maxConcurrentSessions: 1, tools: ["group:web"], budget: { cost: 2 } },
    "1 at once · some tools · budget",
  ],
])("a line with %j says %s", (limits, words) => {
  expect(lineWords({ ...line, ...limits })).toBe(words);
});
