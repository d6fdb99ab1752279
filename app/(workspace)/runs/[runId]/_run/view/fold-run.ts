import type { RunEvent, RunSignal } from "@/server/contract/run-event.ts";
import { RunDraft } from "./draft.ts";
import { foldCallEvent } from "./fold-call.ts";
import { foldDelta } from "./fold-delta.ts";
import { foldRunEvent } from "./fold-run-event.ts";
import { foldSessionEvent } from "./fold-session.ts";
import { foldTurnEvent } from "./fold-turn.ts";
import type { RunView } from "./run-view.ts";

/** What the page shows after one more signal. Pure; see `foldSignals`. */
export function foldRun(view: RunView, signal: RunSignal): RunView {
  return foldSignals(view, [signal]);
}

/**
 * What the page shows after these signals, in this order. Pure, and the only way in which a view changes.
 *
 * Events count once, whatever is delivered twice: one with a known seq changes nothing. An event that would leave
 * a gap changes nothing either, and neither does what follows it: the caller asks again from `view.seq`.
 * Parts that did not change keep their reference.
 */
export function foldSignals(view: RunView, signals: readonly RunSignal[]): RunView {
  let draft: RunDraft | undefined;
  for (const signal of signals) {
    if (signal.type === "text.delta") {
      if (!canStream(draft?.view ?? view, signal.sessionId)) continue;
      draft ??= new RunDraft(view);
      foldDelta(draft, signal);
    } else if (signal.seq === (draft?.view ?? view).seq + 1) {
      draft ??= new RunDraft(view);
      foldEvent(draft, signal);
    }
  }
  return draft ? draft.view : view;
}

function canStream(view: RunView, sessionId: string): boolean {
  const session = (view.sessions as Readonly<Record<string, { readonly finishedAt: number | null }>>)[
    sessionId
  ];
  return session !== undefined && session.finishedAt === null;
}

function foldEvent(draft: RunDraft, event: RunEvent): void {
  const at = Date.parse(event.at);
  draft.view.seq = event.seq;
  draft.view.runId = event.runId;
  draft.view.lastAt = Math.max(draft.view.lastAt, at);
  draft.view.activity = draft.appendToPages(draft.view.activity, event);
  foldRunEvent(draft, event, at);
  const session = event.sessionId === undefined ? undefined : draft.session(event.sessionId);
  if (!session) return;
  const place = { draft, session, at };
  foldSessionEvent(place, event);
  foldTurnEvent(place, event);
  foldCallEvent(place, event);
}
