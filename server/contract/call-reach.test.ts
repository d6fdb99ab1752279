import { expect, test } from "vitest";
import { drawOrg } from "../testing/draw-org.ts";
import { findOrgProblems, findUncalled } from "./org-graph.ts";

/** `a > b > c` ...: one agent below the other. */
const chain = (names: string) => [...names].slice(1).map((name, index) => `${names.charAt(index)} > ${name}`);

const words = (lines: readonly string[], maxDepths: Readonly<Record<string, number>> = {}) => {
  const agents = Object.entries(maxDepths).map(([name, maxDepth]) => [name, { limits: { maxDepth } }]);
  return findOrgProblems(drawOrg(lines, Object.fromEntries(agents))).map(({ message }) => message);
};

test("five levels under the usual limits are all called, the sixth is told", () => {
  expect(words(chain("abcde"))).toEqual([]);
  expect(words(chain("abcdef"))).toEqual([
    "f is never called: it stands 5 levels below a, and the levels of delegation of e end above it. Set them to 5 under Limits.",
  ]);
});

test("a lead that may not delegate calls nobody", () => {
  expect(words(["lead > a", "lead > b"], { lead: 0 })).toEqual([
    "a is never called: it stands 1 level below lead, and the levels of delegation of lead end above it. Set them to 1 under Limits.",
    "b is never called: it stands 1 level below lead, and the levels of delegation of lead end above it. Set them to 1 under Limits.",
  ]);
});

test("the limit of whoever delegates counts, on one branch as on any other, and all who hold it up are named", () => {
  expect(words(["a > b", "b > c", "a > d", "d > e"], { b: 1 })).toEqual([
    "c is never called: it stands 2 levels below a, and the levels of delegation of b end above it. Set them to 2 under Limits.",
  ]);
  expect(words(chain("abcd"), { a: 1, b: 1, c: 2 }).at(-1)).toBe(
    "d is never called: it stands 3 levels below a, and the levels of delegation of b and c end above it. Set them to 3 under Limits.",
  );
});

test("what the limit can be raised to is enough, and deeper than any limit nothing is to be raised", () => {
  const most = Object.fromEntries([..."abcdefghijkl"].map((name) => [name, 10]));
  expect(words(chain("abcdefghijk"), most)).toEqual([]);
  expect(words(chain("abcdefghijkl"), most)).toEqual([
    "l is never called: it stands 11 levels below a, and no run goes deeper than 10. Let it report to someone further up.",
  ]);
});

test("who reports to nobody is told as ever, and a loop ends the walk", () => {
  const document = drawOrg(["a > b", "c"]);
  expect(findUncalled(document, document.agents[0]!)).toEqual([
    { level: "warning", agentId: "c", message: "c reports to nobody and is never called.", isUncalled: true },
  ]);
  const loop = drawOrg(["a > b", "b > a"]);
  expect(findUncalled(loop, loop.agents[0]!)).toEqual([]);
});
