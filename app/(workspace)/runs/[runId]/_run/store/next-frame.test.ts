import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nextFrame } from "./next-frame.ts";

let frames: Map<number, (now: number) => void>;

beforeEach(() => {
  frames = new Map();
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: (now: number) => void) => {
    frames.set(frames.size + 1, draw);
    return frames.size;
  });
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => frames.delete(frame));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page that draws goes on with its next frame, once", () => {
  let calls = 0;
  nextFrame(() => {
    calls += 1;
  });
  for (const draw of frames.values()) draw(16);
  vi.advanceTimersByTime(10_000);
  expect(calls).toBe(1);
});

test("a page that was hidden after it asked goes on all the same, and not again when it is shown", () => {
  let calls = 0;
  nextFrame(() => {
    calls += 1;
  });
  vi.advanceTimersByTime(250);
  expect(calls).toBe(1);
  for (const draw of frames.values()) draw(20_000);
  expect(calls).toBe(1);
});
