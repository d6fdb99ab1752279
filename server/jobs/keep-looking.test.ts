import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLooking } from "./keep-looking.ts";

const interval = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("looks at once and again after each pause, however long a look takes, and not after it was closed", async () => {
  const begun: number[] = [];
  const start = Date.now();
  const looking = keepLooking({
    async look() {
      begun.push(Date.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
    },
    onError: (error) => expect.unreachable(String(error)),
    interval,
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toEqual([0, 3_500, 7_000]);
  await looking.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("an outage is told once, and the next one again", async () => {
  const told: unknown[] = [];
  let looks = 0;
  const looking = keepLooking({
    async look() {
      looks += 1;
      if (looks !== 3) throw new Error(`look ${looks}`);
    },
    onError: (error) => told.push(error),
    interval,
  });
  await vi.advanceTimersByTimeAsync(5 * interval);
  await looking.close();
  expect(looks).toBe(6);
  expect(told).toEqual([new Error("look 1"), new Error("look 4")]);
});

test("closing waits for a look that goes on, and what fails then is told to nobody", async () => {
  const onError = vi.fn();
  const { promise, reject } = Promise.withResolvers<void>();
  const looking = keepLooking({ look: () => promise, onError, interval });
  const onClosed = vi.fn();
  const closing = looking.close().then(onClosed);
  await vi.advanceTimersByTimeAsync(interval);
  expect(onClosed).not.toHaveBeenCalled();
  reject(new Error("too late"));
  await closing;
  expect(onError).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
