import { validate, version } from "uuid";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "./new-id.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** What is random about an id whatever the time: its last 48 bits. */
const tailOf = (id: string) => id.slice(-12);
const timeOf = (id: string) => Number.parseInt(id.slice(0, 13).replace("-", ""), 16);

test("ids are UUIDs of version 7 that tell their time and come in the order in which they were made", () => {
  const before = Date.now();
  const ids = Array.from({ length: 5_000 }, newId);
  const after = Date.now();
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) {
    expect(timeOf(id)).toBeGreaterThanOrEqual(before);
    expect(timeOf(id)).toBeLessThanOrEqual(after);
  }
});

test("no random bytes are used twice, however many ids there are", () => {
  const ids = Array.from({ length: 5_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map(tailOf)).size).toBe(ids.length);
});

test("a clock that goes back does not put an id before the last one", () => {
  const first = newId();
  vi.useFakeTimers({ now: timeOf(first) - 60_000, toFake: ["Date"] });
  const ids = [first, ...Array.from({ length: 100 }, newId)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
