import { describe, expect, it } from "vitest";
import { createPacedFrames } from "./paced-frames.ts";

/** A screen whose frames come when it is told so. */
function createScreen() {
  let asked: ((now: number) => void)[] = [];
  let now = 1_000;
  return {
    request: (run: (now: number) => void) => void asked.push(run),
    frame(after: number): void {
      now += after;
      const due = asked;
      asked = [];
      for (const run of due) run(now);
    },
  };
}

/** Frames after which a page was drawn that has news all the time. */
function drawnOf(count: number, each: number): readonly number[] {
  const { request, frame } = createScreen();
  const schedule = createPacedFrames(request);
  const drawn: number[] = [];
  let at = 0;
  const draw = (): void => {
    drawn.push(at);
    schedule(draw);
  };
  schedule(draw);
  for (; at < count; at += 1) frame(each);
  return drawn;
}

describe("frames for what goes on all the time", () => {
  it("are every second one of a screen that shows sixty a second", () => {
    expect(drawnOf(9, 16.7)).toEqual([0, 2, 4, 6, 8]);
  });

  it("are all of a page that is slow anyway", () => {
    expect(drawnOf(5, 33)).toEqual([0, 1, 2, 3, 4]);
  });

  it("come at once after a pause", () => {
    const { request, frame } = createScreen();
    const schedule = createPacedFrames(request);
    let drawn = 0;
    for (const pause of [16.7, 500, 500]) {
      schedule(() => {
        drawn += 1;
      });
      frame(pause);
    }
    expect(drawn).toBe(3);
  });
});
