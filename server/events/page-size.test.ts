import { describe, expect, it } from "vitest";
import type { RunId } from "../contract/ids.ts";
import type { RunEvent } from "../contract/run-event.ts";
import { FIRST_PAGE, nextPage } from "./page-size.ts";

const pageOf = (letters: number): readonly RunEvent[] =>
  Array.from({ length: FIRST_PAGE }, (_, index) => ({
    runId: "run" as RunId,
    seq: index + 1,
    at: "2026-01-01T00:00:00.000Z",
    type: "message.received",
    text: "x".repeat(letters),
  }));

describe("the next page of a run's events", () => {
  it("is large where events are small, and holds a few megabytes at most", () => {
    expect(nextPage(pageOf(20))).toBe(4_000);
    expect(nextPage(pageOf(900))).toBeGreaterThan(1_500);
    expect(nextPage(pageOf(900)) * 900).toBeLessThan(2_000_000);
  });

  it("is no larger than the first where events are large", () => {
    expect(nextPage(pageOf(60_000))).toBe(FIRST_PAGE);
  });

  it("follows a page of nothing", () => {
    expect(nextPage([])).toBe(4_000);
  });
});
