import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRunStore } from "../[runId]/_run/store/run-store.ts";
import { exampleRun } from "../[runId]/_run/testing/example-run.ts";
import type { RunView } from "../[runId]/_run/view/run-view.ts";
import { followView } from "./follow-view.ts";

const { events } = exampleRun();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store that shows each event at once, as if a frame was drawn for each. */
function followed() {
  const store = createRunStore((run) => run());
  const told: RunView[] = [];
  const leave = followView(store, (view) => told.push(view));
  return { store, told, leave };
}

test("a run that goes on is handed on once a second, not with each frame", () => {
  const { store, told } = followed();
  const [begin, end] = [events.slice(0, 10), events.slice(10, 20)];
  for (const event of begin) store.receive(event);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(told.map((view) => view.seq)).toEqual([10]);
  for (const event of end) store.receive(event);
  vi.advanceTimersByTime(5_000);
  expect(told.map((view) => view.seq)).toEqual([10, 20]);
});

test("the end of a run is handed on at once, and nothing after it", () => {
  const { store, told } = followed();
  for (const event of events) store.receive(event);
  vi.advanceTimersByTime(5_000);
  expect(told.map((view) => view.seq)).toEqual([events.length]);
});

test("who left is told nothing more", () => {
  const { store, told, leave } = followed();
  for (const event of events.slice(0, 10)) store.receive(event);
  leave();
  for (const event of events.slice(10)) store.receive(event);
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual([]);
});
