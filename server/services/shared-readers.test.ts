import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "../contract/app-error.ts";
import { SharedReaders } from "./shared-readers.ts";

const RECHECK = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Links that can be taken back, or not be asked about. */
function links(most = 2) {
  const state: { error: Error | undefined; asked: string[] } = { error: undefined, asked: [] };
  const readers = new SharedReaders({
    most,
    recheckMs: RECHECK,
    check: async (token) => {
      state.asked.push(token);
      if (state.error) throw state.error;
    },
  });
  return { readers, state };
}

test("so many look at once; the next one is told, and let in when somebody has gone", () => {
  const { readers } = links();
  const first = readers.enter("a");
  readers.enter("a");
  expect(() => readers.enter("a")).toThrow(expect.objectContaining({ code: "unavailable" }));
  expect(() => readers.enter("b")).not.toThrow();
  first.leave();
  first.leave();
  readers.enter("a");
  expect(() => readers.enter("a")).toThrow(/Try again/);
});

test("a link is asked about once for all who look through it, and not when nobody does", async () => {
  const { readers, state } = links();
  const here = [readers.enter("a"), readers.enter("a")];
  await vi.advanceTimersByTimeAsync(RECHECK * 3);
  expect(state.asked).toEqual(["a", "a", "a"]);
  for (const reader of here) reader.leave();
  await vi.advanceTimersByTimeAsync(RECHECK * 3);
  expect(state.asked).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

test("all who look through a link are let go when it leads nowhere", async () => {
  const { readers, state } = links();
  const here = [readers.enter("a"), readers.enter("a")];
  state.error = new AppError("not_found", "gone");
  await vi.advanceTimersByTimeAsync(RECHECK);
  expect(here.map(({ gone }) => gone.aborted)).toEqual([true, true]);
  expect(vi.getTimerCount()).toBe(0);
  // One that comes for it now is counted anew, whoever of the others has not left yet.
  state.error = undefined;
  const later = readers.enter("a");
  for (const reader of here) reader.leave();
  await vi.advanceTimersByTimeAsync(RECHECK);
  expect(later.gone.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(1);
});

test("a database that does not answer lets nobody go", async () => {
  const { readers, state } = links();
  const reader = readers.enter("a");
  state.error = new Error("no connection");
  await vi.advanceTimersByTimeAsync(RECHECK * 2);
  expect(reader.gone.aborted).toBe(false);
});
