import type { RunView, Span, SpanKind } from "../view/run-view.ts";

/** Stretches in which a session does something; in all others it waits in line, for others or for a person. */
const WORK: ReadonlySet<SpanKind> = new Set<SpanKind>(["model", "tool", "failed"]);

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretches in which any session of the run is at work, in order and apart from each other. */
export function workStretches({ order, sessions }: Pick<RunView, "order" | "sessions">): readonly Stretch[] {
  const spans = order
    .flatMap((id) => sessions[id]?.spans ?? [])
    .filter(({ kind }) => WORK.has(kind))
    .toSorted((left, right) => left.from - right.from);
  return spans.reduce(join, []);
}

function join(stretches: Stretch[], { from, to }: Span): Stretch[] {
  const end = to ?? Number.POSITIVE_INFINITY;
  const last = stretches.at(-1);
  if (last && from <= last.to) stretches[stretches.length - 1] = { ...last, to: Math.max(last.to, end) };
  else stretches.push({ from, to: end });
  return stretches;
}

/**
 * Where a moment at which nobody works leads: to the beginning of the next work, or past everything when there is none. A moment of
 * work stays what it is.
 */
export function skipWaiting(stretches: readonly Stretch[], moment: number): number {
  const next = stretches.find(({ to }) => moment < to);
  return next === undefined ? Number.POSITIVE_INFINITY : Math.max(moment, next.from);
}
