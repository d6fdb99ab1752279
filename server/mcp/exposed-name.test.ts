import fc from "fast-check";
import { expect, test } from "vitest";
import { exposedName } from "./exposed-name.ts";

test("a fitting name is server and tool between double underscores", () => {
  expect(exposedName("github", "create_issue")).toBe("mcp__github__create_issue");
  expect(exposedName("my-files", "read-file")).toBe("mcp__my-files__read-file");
});

test("names that clean to the same text stay apart", () => {
  const names = ["a.b", "a_b", "a/b", "a b", "a-b", "A_b", "a__b", "ä_b"].map((tool) =>
    exposedName("files", tool),
  );
  expect(new Set(names).size).toBe(names.length);
});

test("a long name is shortened with a digest and stays apart from its neighbour", () => {
  const [one, two] = [
    exposedName("files", `${"long_".repeat(30)}one`),
    exposedName("files", `${"long_".repeat(30)}two`),
  ];
  expect(one).toMatch(/^mcp__files__long_.*_[0-9a-f]{10}$/);
  expect(one.length).toBeLessThanOrEqual(64);
  expect(one).not.toBe(two);
});

test("a double underscore in a server's name cannot imitate another server's tool", () => {
  expect(exposedName("a", "b__c")).toBe("mcp__a__b__c");
  expect(exposedName("a__b", "c")).not.toBe("mcp__a__b__c");
  expect(exposedName("a_", "b")).not.toBe(exposedName("a", "_b"));
});

test("a tool named like another tool's alias gets an alias of its own", () => {
  const alias = exposedName("files", "a.b");
  const imitation = alias.replace("mcp__files__", "");
  expect(exposedName("files", imitation)).not.toBe(alias);
});

test("a name of nothing but odd characters still gives a usable name", () => {
  expect(exposedName("files", "日本語")).toMatch(/^mcp__files_[0-9a-f]{10}$/);
});

test("every pair gives a name that providers accept, always the same, and no two pairs share one", () => {
  const part = fc.oneof(fc.string({ minLength: 1, maxLength: 90 }), fc.stringMatching(/^[ab._]{1,6}$/));
  const pair = fc.tuple(fc.stringMatching(/^[ab_-]{1,40}$/), part);
  fc.assert(
    fc.property(pair, pair, ([serverA, toolA], [serverB, toolB]) => {
      const [a, b] = [exposedName(serverA, toolA), exposedName(serverB, toolB)];
      expect(a).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(exposedName(serverA, toolA)).toBe(a);
      expect(a === b).toBe(serverA === serverB && toolA === toolB);
    }),
    { numRuns: 2_000 },
  );
});
