import { expect, test } from "vitest";
import { createComparison, MOVE_MS, type Snapshot } from "./compare-skills.ts";
import type { SkillRecord } from "./skill-record.ts";

function snapshot(...names: readonly string[]): Snapshot {
  return new Map(
    names.map((name) => [
      name,
      { name, revision: name[0], isUsable: true, folder: name, findings: [] } as unknown as SkillRecord,
    ]),
  );
}

function compared(first: Snapshot) {
  let time = 0;
  const comparison = createComparison(first, () => time);
  return {
    ...comparison,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test("a folder that a look found gone and the next one under another name was renamed", () => {
  const { next, isWaiting, pass } = compared(snapshot("alpha", "beta"));
  expect(next(snapshot("beta"))).toEqual([]);
  expect(isWaiting()).toBe(true);
  pass(MOVE_MS / 2);
  expect(next(snapshot("beta", "aleph"))).toEqual([{ name: "aleph", kind: "renamed", from: "alpha" }]);
  expect(isWaiting()).toBe(false);
  pass(MOVE_MS);
  expect(next(snapshot("beta", "aleph"))).toEqual([]);
});

test("one that stays away is said to be gone, once, and one that comes back was never away", () => {
  const { next, isWaiting, pass } = compared(snapshot("alpha", "beta"));
  expect(next(snapshot("beta"))).toEqual([]);
  pass(MOVE_MS);
  expect(next(snapshot("beta"))).toEqual([{ name: "alpha", kind: "removed" }]);
  expect(isWaiting()).toBe(false);
  expect(next(snapshot("beta"))).toEqual([]);
  expect(next(snapshot())).toEqual([]);
  pass(MOVE_MS);
  expect(next(snapshot("beta"))).toEqual([]);
});
