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
  const spanBefore = spansBackwards(session.spans);
  const childBefore = childrenBackwards(walk.children.get(session.sessionId) ?? []);
  let until = end;
  while (until > session.startedAt) {
    const span = spanBefore(until);
    if (!span) return;
    const to = Math.min(span.to ?? until, until);
    const child = span.kind === "waiting" ? childBefore(to) : undefined;
    if (child) walkBack(walk, child, Math.min(child.finishedAt ?? to, to));
    else addStep(walk, session, { ...span, to });
    until = Math.min(span.from, child ? child.startedAt : span.from);
  }
}

function addStep({ steps }: Walk, { agentName }: SessionView, span: Span & { readonly to: number }): void {
  const { kind, label, from, to } = span;
  if (to > from) steps.push({ agentName, kind, label, from, to });
}

/**
 * Finds the stretch that reaches closest to a moment; of those that reach it, the one that began first. Moments must fall from
 * question to question: what was passed is never looked at again, so that all questions together cost one sort.
 */
function spansBackwards(spans: readonly Span[]): (until: number) => Span | undefined {
  const endOf = (span: Span) => span.to ?? Number.POSITIVE_INFINITY;
  const byEnd = spans.toSorted((one, other) => compare(endOf(other), endOf(one)) || one.from - other.from);
  let next = 0;
  let earliest: Span | undefined;
  return (until) => {
    for (let span = byEnd[next]; span && endOf(span) >= until; span = byEnd[next]) {
      if (!earliest || span.from < earliest.from) earliest = span;
      next += 1;
    }
    return earliest && earliest.from < until ? earliest : byEnd[next];
  };
}

/** Finds the child that was waited for longest, up to a moment; those that are not back count as the last. Moments must fall. */
function childrenBackwards(children: readonly SessionView[]): (until: number) => SessionView | undefined {
  const endOf = (child: SessionView) => child.finishedAt ?? Number.POSITIVE_INFINITY;
  const byEnd = children.toSorted((one, other) => compare(endOf(other), endOf(one)));
  let next = 0;
  return (until) => {
    for (let child = byEnd[next]; child; child = byEnd[next]) {
      const isBack = child.finishedAt === null || child.finishedAt <= until;
      if (isBack && child.startedAt < until) return child;
      next += 1;
    }
    return undefined;
  };
}

/** Two that never end are equal. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
