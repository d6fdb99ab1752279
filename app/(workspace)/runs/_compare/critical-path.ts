import type { RunView, SessionView, Span, SpanKind } from "../[runId]/_run/view/run-view.ts";

/** A stretch of time that the run's end waited for. */
export interface CriticalStep {
  readonly agentName: string;
  readonly kind: SpanKind;
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What the run's length came from: read back from its end, each wait for agents leads into the one that came back last. Steps
 * follow each other in time and never overlap. Shortening any other work would not have made the run shorter.
 */
export function criticalPath(view: RunView): readonly CriticalStep[] {
  const lead = view.order[0] === undefined ? undefined : view.sessions[view.order[0]];
  if (!lead) return [];
  const steps: CriticalStep[] = [];
  walkBack({ view, steps, children: childrenOf(view) }, lead, lead.finishedAt ?? view.lastAt);
  return steps.reverse();
}

interface Walk {
  readonly view: RunView;
  readonly steps: CriticalStep[];
  readonly children: ReadonlyMap<string, readonly SessionView[]>;
}

function childrenOf(view: RunView): ReadonlyMap<string, readonly SessionView[]> {
  const children = new Map<string, SessionView[]>();
  for (const id of view.order) {
    const session = view.sessions[id];
    if (!session?.parentSessionId) continue;
    const siblings = children.get(session.parentSessionId) ?? [];
    siblings.push(session);
    children.set(session.parentSessionId, siblings);
  }
  return children;
}

function walkBack(walk: Walk, session: SessionView, end: number): void {
  let until = end;
  while (until > session.startedAt) {
    const span = lastBefore(session.spans, until);
    if (!span) return;
    const to = Math.min(span.to ?? until, until);
    until = Math.min(span.from, walkSpan(walk, session, { ...span, to }));
  }
}

/** One stretch, or what a wait for agents was for; answers where it begins. */
function walkSpan(walk: Walk, session: SessionView, span: Span & { readonly to: number }): number {
  const { kind, label, from, to } = span;
  const child = kind === "waiting" ? lastBack(walk, session, to) : undefined;
  if (child) {
    walkBack(walk, child, Math.min(child.finishedAt ?? to, to));
    return child.startedAt;
  }
  if (to > from) walk.steps.push({ agentName: session.agentName, kind, label, from, to });
  return from;
}

/** The stretch that reaches closest to a moment; of those that reach it, the longest. */
function lastBefore(spans: readonly Span[], until: number): Span | undefined {
  let best: Span | undefined;
  let bestEnd = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    if (span.from >= until) continue;
    const end = Math.min(span.to ?? until, until);
    if (end > bestEnd || (end === bestEnd && best && span.from < best.from)) {
      best = span;
      bestEnd = end;
    }
  }
  return best;
}

/** The child that was waited for longest, up to a moment. */
function lastBack({ children, view }: Walk, session: SessionView, until: number): SessionView | undefined {
  let best: SessionView | undefined;
  const endOf = (child: SessionView) => Math.min(child.finishedAt ?? view.lastAt, until);
  for (const child of children.get(session.sessionId) ?? []) {
    if (child.startedAt >= until || (child.finishedAt ?? until) > until) continue;
    if (!best || endOf(child) > endOf(best)) best = child;
  }
  return best;
}
