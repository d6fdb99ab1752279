import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunSummary } from "../../contract/api.ts";
import { MOST_SPANS, sampleSpans } from "./sample-spans.ts";

type Span = RunSummary["lanes"][number]["spans"][number];

const SLOT = 1 / MOST_SPANS;
/** Fractions that were multiplied and divided. */
const NEAR = 1e-9;

/** A lane without gaps: each of these kinds in turn, over and over. */
const inTurn = (count: number, ...kinds: readonly Span["kind"][]): readonly Span[] =>
  Array.from({ length: count }, (_, at) => ({
    from: at / count,
    to: (at + 1) / count,
    kind: kinds[at % kinds.length] ?? "model",
  }));

const kindsIn = (spans: readonly Span[]) => spans.map(({ kind }) => kind);

test("as many as can be shown apart stay as they are", () => {
  const spans = inTurn(MOST_SPANS, "model", "tool");
  expect(sampleSpans(spans)).toBe(spans);
});

test("ten thousand become a few, and what they cover stays covered", () => {
  expect(sampleSpans(inTurn(10_000, "model"))).toEqual([{ from: 0, to: 1, kind: "model" }]);
  const early = inTurn(10_000, "model").map((span) => ({ ...span, from: span.from / 4, to: span.to / 4 }));
  const [first, ...rest] = sampleSpans(early);
  expect(rest).toEqual([]);
  expect(first?.to).toBeGreaterThanOrEqual(0.25);
  expect(first?.to).toBeLessThanOrEqual(0.25 + SLOT);
});

test("a slot shows what took most of it, however often something else came", () => {
  const mostly = inTurn(5_000, "model").flatMap(({ from, to }): readonly Span[] => {
    const turn = from + (to - from) * 0.9;
    return [
      { from, to: turn, kind: "model" },
      { from: turn, to, kind: "tool" },
    ];
  });
  expect(kindsIn(sampleSpans(mostly))).toEqual(["model"]);
});

test("one failure among ten thousand calls is shown where it happened", () => {
  const failed = { from: 0.5, to: 0.5, kind: "failed" } as const;
  const shown = sampleSpans([...inTurn(10_000, "model", "tool"), failed]).filter(
    (span) => span.kind === "failed",
  );
  expect(shown).toEqual([{ from: 0.5, to: 0.5 + SLOT, kind: "failed" }]);
});

const span = fc
  .record({
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    long: fc.double({ min: 0, max: 0.02, noNaN: true }),
    kind: fc.constantFrom<Span["kind"]>("model", "tool", "wait", "person", "failed"),
  })
  .map(({ from, long, kind }): Span => ({ from, to: Math.min(1, from + long), kind }));

const anyLane = fc.array(span, { minLength: MOST_SPANS + 1, maxLength: 1_000 });
const covers = (at: number, among: readonly Span[]) =>
  among.some(({ from, to }) => from <= at + NEAR && at <= to + NEAR);

test("whatever the lane: few spans, side by side", () => {
  fc.assert(
    fc.property(anyLane, (spans) => {
      const shown = sampleSpans(spans);
      expect(shown.length).toBeLessThanOrEqual(MOST_SPANS);
      const edges = shown.flatMap(({ from, to }) => [from, to]);
      expect(edges).toEqual(edges.toSorted((one, other) => one - other));
      for (const edge of edges) expect(edge).toSatisfy((at: number) => at >= 0 && at <= 1);
    }),
    { numRuns: 40 },
  );
});

const middleOf = ({ from, to }: Span) => (from + to) / 2;

test("whatever the lane: all that was there is covered, failures by failures, and nothing else is", () => {
  fc.assert(
    fc.property(anyLane, (spans) => {
      const shown = sampleSpans(spans);
      const failures = shown.filter(({ kind }) => kind === "failed");
      const uncovered = spans.filter((one) => {
        const among = one.kind === "failed" ? failures : shown;
        return ![one.from, middleOf(one), one.to].every((at) => covers(at, among));
      });
      expect(uncovered).toEqual([]);
      const wide = spans.map((one) => ({ ...one, from: one.from - SLOT, to: one.to + SLOT }));
      const middles = Array.from({ length: MOST_SPANS }, (_, place) => (place + 0.5) * SLOT);
      expect(middles.filter((at) => covers(at, shown) && !covers(at, wide))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
