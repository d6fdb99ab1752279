import { describe, expect, it } from "vitest";
import type { Span } from "../view/run-view.ts";
import { spanAt } from "./span-at.ts";
import { spanText } from "./span-text.ts";

const span = (kind: Span["kind"], from: number, to: number | null): Span => ({
  kind,
  from,
  to,
  label: "list",
});
const [model, tool, waiting] = [
  span("model", 0, 4_100),
  span("tool", 5_000, 5_100),
  span("waiting", 5_050, null),
];
const lane = [model, tool, waiting];

describe("the stretches of a lane", () => {
  it("are found at a moment, the one on top first, and narrow ones beside it", () => {
    expect(spanAt(lane, 2_000, 0)).toBe(model);
    expect(spanAt(lane, 4_500, 0)).toBeUndefined();
    expect(spanAt(lane, 4_940, 70)).toBe(tool);
    expect(spanAt(lane, 5_080, 0)).toBe(waiting);
    expect(spanAt(lane, 90_000, 0)).toBe(waiting);
  });

  it("are said in words", () => {
    expect(spanText(model, -12_000)).toBe("Model call, from 0:12, 4.1 s");
    expect(spanText(tool, 0)).toBe("Tool call list, from 0:05, 0.1 s");
    expect(spanText({ ...tool, kind: "failed" }, 0)).toBe("Failed call list, from 0:05, 0.1 s");
    expect(spanText(waiting, 0)).toBe("Waiting for agents, since 0:05");
  });
});
