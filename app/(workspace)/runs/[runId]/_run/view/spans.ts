import type { CallId } from "@/server/contract/ids.ts";
import type { FoldPlace } from "./fold-place.ts";
import type { Span, SpanKind } from "./run-view.ts";

/** Begins a stretch on the session's lane. */
export function openSpan({ draft, session, at }: FoldPlace, span: Omit<Span, "from" | "to">): void {
  session.spans = draft.append(session.spans, { ...span, from: at, to: null });
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
  if (!session.spans.some((span) => span.to === null && isMeant(span))) return;
  const spans = draft.ownList(session.spans);
  for (const [index, span] of spans.entries()) {
    if (span.to === null && isMeant(span)) spans[index] = { ...span, to: at, kind: kind ?? span.kind };
  }
  session.spans = spans;
}
