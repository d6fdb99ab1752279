import type { RunSummary } from "../../contract/api.ts";

type Span = RunSummary["lanes"][number]["spans"][number];

/** As many as a picture of a hand's width can show apart. */
export const MOST_SPANS = 250;

type Times = Map<Span["kind"], number>;

/**
 * What a small picture shows of a lane. One of few spans stays as it is; one of many is looked at slot by slot, each showing what
 * took most of it, and neighbours that show the same are one span. A failure is always shown: among thousands it is what is looked for.
 */
export function sampleSpans(spans: readonly Span[]): readonly Span[] {
  if (spans.length <= MOST_SPANS) return spans;
  const slots = Array.from({ length: MOST_SPANS }, (): Times => new Map());
  for (const span of spans) fill(slots, span);
  return joined(slots.map(shownOf));
}

/** Adds the span to each slot that it touches, for as long as it lasts there; one that takes no time touches one. */
function fill(slots: readonly Times[], { from, to, kind }: Span): void {
  const first = Math.min(slots.length - 1, Math.floor(from * slots.length));
  for (
    let place = first;
    place === first || (place < slots.length && place < to * slots.length);
    place += 1
  ) {
    const times = slots[place];
    const time = Math.min(to * slots.length, place + 1) - Math.max(from * slots.length, place);
    times?.set(kind, (times.get(kind) ?? 0) + time);
  }
}

function shownOf(times: Times): Span["kind"] | undefined {
  if (times.has("failed")) return "failed";
  return [...times].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function joined(kinds: readonly (Span["kind"] | undefined)[]): readonly Span[] {
  const spans: Span[] = [];
  for (const [place, kind] of kinds.entries()) {
    if (kind === undefined) continue;
    const to = (place + 1) / kinds.length;
    const before = spans.at(-1);
    if (before?.kind === kind && kinds[place - 1] === kind) spans[spans.length - 1] = { ...before, to };
    else spans.push({ from: place / kinds.length, to, kind });
  }
  return spans;
}
