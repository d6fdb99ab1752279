import { expect, test } from "vitest";
import type { RunId } from "../contract/ids.ts";
import type { RunEvent } from "../contract/run-event.ts";
import { createBegunRuns } from "./begun-runs.ts";

const id = (number: number) => `run-${number}` as RunId;
const events = (runId: RunId, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ runId, seq: from + index }) as RunEvent);

test("a run that began here is known for as long as every event of it was seen", () => {
  const begun = createBegunRuns();
  begun.see(events(id(1), 1, 3));
  begun.see(events(id(1), 4, 2));
  expect(begun.of(id(1))?.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  begun.see(events(id(1), 7, 1));
  expect(begun.of(id(1))).toBeUndefined();
  begun.see(events(id(2), 3, 1));
  expect(begun.of(id(2))).toBeUndefined();
});

test("a thousand runs at once are remembered, and the oldest give way once there are too many events", () => {
  const begun = createBegunRuns();
  for (let number = 0; number < 1_000; number += 1) begun.see(events(id(number), 1, 5));
  expect(begun.of(id(0))).toHaveLength(5);
  for (let number = 1_000; number < 1_240; number += 1) begun.see(events(id(number), 1, 200));
  expect(begun.of(id(0))).toBeUndefined();
  expect(begun.of(id(1_239))).toHaveLength(200);
  begun.loseAll();
  for (let number = 2_000; number < 2_250; number += 1) begun.see(events(id(number), 1, 200));
  expect(begun.of(id(2_000))).toHaveLength(200);
});

test("a run that is over is held no longer", () => {
  const begun = createBegunRuns();
  begun.see(events(id(1), 1, 3));
  begun.see([...events(id(1), 4, 1), { runId: id(1), seq: 5, type: "run.finished" } as RunEvent]);
  expect(begun.of(id(1))).toBeUndefined();
  for (let number = 2; number < 20_000; number += 1)
    begun.see([...events(id(number), 1, 4), { runId: id(number), seq: 5, type: "run.finished" } as RunEvent]);
  begun.see(events(id(20_000), 1, 200));
  expect(begun.of(id(20_000))).toHaveLength(200);
});
