import type { CallId } from "@/server/contract/ids.ts";
import type { FoldPlace } from "./fold-place.ts";
import type { CallView, SessionView, Span, SpanKind } from "./run-view.ts";

/** Begins a stretch on the session's lane. */
export function openSpan({ draft, session, at }: FoldPlace, span: Omit<Span, "from" | "to">): void {
  session.openSpans = [...session.openSpans, session.spans.length];
  session.spans = draft.append(session.spans, { ...span, from: at, to: null });
}

/** Begins the stretch of a call. One that asks other agents has none: theirs are on their own lanes. */
export function openCallSpan(
  place: FoldPlace,
  { callId, name, origin }: Pick<CallView, "callId" | "name" | "origin">,
): void {
  if (origin?.kind !== "delegation") openSpan(place, { kind: "tool", label: name, callId });
}

/** Whether a stretch of this kind goes on. */
export function hasOpenSpan({ spans, openSpans }: SessionView, kind: SpanKind): boolean {
  return openSpans.some((index) => spans[index]?.kind === kind);
}

/** Ends every open stretch of these kinds. */
export function closeSpans(place: FoldPlace, kinds: readonly SpanKind[]): void {
  close(place, (span) => kinds.includes(span.kind), undefined);
}

/** Ends the stretches of one call; a failed one is marked. */
export function closeCallSpans(place: FoldPlace, callId: CallId, isFailed: boolean): void {
  close(place, (span) => span.callId === callId, isFailed ? "failed" : undefined);
}

export function closeAllSpans(place: FoldPlace): void {
  close(place, () => true, undefined);
}

function close(
  { draft, session, at }: FoldPlace,
  isMeant: (span: Span) => boolean,
  kind: SpanKind | undefined,
): void {
  // A long lane has few stretches that go on: only those are looked at.
  const meant = session.openSpans.filter((index) => {
    const span = session.spans[index];
    return span !== undefined && isMeant(span);
  });
  if (meant.length === 0) return;
  const spans = draft.ownList(session.spans);
  for (const index of meant) {
    const span = spans[index];
    if (span) spans[index] = { ...span, to: at, kind: kind ?? span.kind };
  }
  session.spans = spans;
  session.openSpans = session.openSpans.filter((index) => !meant.includes(index));
}
