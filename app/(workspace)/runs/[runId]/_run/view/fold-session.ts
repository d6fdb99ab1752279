import type { RunEvent, SessionOutcome } from "@/server/contract/run-event.ts";
import { allCalls } from "./call-book.ts";
import type { FoldPlace } from "./fold-place.ts";
import { isLiveCall } from "./is-live-call.ts";
import { updateRunStatus } from "./run-progress.ts";
import { lineKey, type SessionState } from "./run-view.ts";
import { setState, settleState } from "./session-state.ts";
import { closeAllSpans, closeSpans, hasOpenSpan, openSpan } from "./spans.ts";
import { tellUnread } from "./tell-unread.ts";

const STATE_OF_OUTCOME: Record<SessionOutcome, SessionState> = {
  completed: "done",
  failed: "failed",
  cancelled: "stopped",
};

/** How a session parks, goes on and ends, and what reaches it from outside. */
export function foldSessionEvent(place: FoldPlace, event: RunEvent): void {
  switch (event.type) {
    case "session.parked":
      park(place, event.waitingFor);
      break;
    case "session.queued":
      queue(place, event);
      break;
    case "session.resumed":
      resume(place);
      break;
    case "session.finished":
      finish(place, event);
      break;
    case "run.forked":
      fork(place, event);
      break;
    case "message.queued":
      place.session.waitingMessages = [
        ...place.session.waitingMessages,
        { key: `w${event.seq}`, at: place.at, text: event.text },
      ];
      break;
    case "message.received":
      receive(place, event);
      break;
    case "todos.changed":
      place.session.todos = event.items;
      break;
    case "skill.activated":
      place.session.skills = [...place.session.skills.filter((name) => name !== event.skill), event.skill];
      break;
    default:
  }
}

function fork({ draft, session, at }: FoldPlace, event: Extract<RunEvent, { type: "run.forked" }>): void {
  const { fromRunId: runId, turn, isEdited } = event;
  draft.view.forkedFrom = { runId, sessionId: session.sessionId, turn, isEdited };
  session.transcript = draft.append(session.transcript, {
    kind: "note",
    key: `f${event.seq}`,
    at,
    text: `Forked here: turn ${turn} is taken anew${isEdited ? ", with another message" : ""}. All above is shared.`,
  });
}

function receive(
  { draft, session, at }: FoldPlace,
  event: Extract<RunEvent, { type: "message.received" }>,
): void {
  const isFromPerson = event.from === "person";
  if (isFromPerson) session.waitingMessages = session.waitingMessages.slice(1);
  session.transcript = draft.append(session.transcript, {
    kind: "message",
    key: `m${event.seq}`,
    at,
    text: event.text,
    isFromPerson,
  });
}

function park(place: FoldPlace, waitingFor: "children" | "person"): void {
  place.session.parkedFor = waitingFor;
  settleState(place);
  updateRunStatus(place);
  if (waitingFor === "children") openSpan(place, { kind: "waiting", label: "waiting for agents" });
  else if (!hasOpenSpan(place.session, "person"))
    openSpan(place, { kind: "person", label: "waiting for you" });
}

/** No room under a limit: it sleeps until there is. */
function queue(place: FoldPlace, { position, reason }: Extract<RunEvent, { type: "session.queued" }>): void {
  place.session.parkedFor = "slot";
  place.session.queue = { position, reason };
  settleState(place);
  updateRunStatus(place);
  if (!hasOpenSpan(place.session, "queued")) openSpan(place, { kind: "queued", label: "queued" });
}

function resume(place: FoldPlace): void {
  const { session } = place;
  session.parkedFor = null;
  session.queue = null;
  closeSpans(place, ["queued", "waiting", "person"]);
  settleState(place);
  updateRunStatus(place);
}

function finish(place: FoldPlace, event: Extract<RunEvent, { type: "session.finished" }>): void {
  const { session, at } = place;
  session.finishedAt = at;
  session.answer = event.answer;
  session.error = event.error ?? null;
  session.usage = event.usage;
  session.stream = null;
  session.parkedFor = null;
  tellUnread(place);
  setState(place, STATE_OF_OUTCOME[event.outcome]);
  closeAllSpans(place);
  stopOpenCalls(place);
  answerUp(place, event);
  updateRunStatus(place);
}

function stopOpenCalls({ draft, session }: FoldPlace): void {
  for (const known of allCalls(session)) {
    if (!isLiveCall(known.state)) continue;
    const call = draft.call(session, known.callId);
    if (call) call.state = "stopped";
  }
  session.openCalls = [];
  session.openWaits = [];
}

function answerUp(
  { draft, session, at }: FoldPlace,
  event: Extract<RunEvent, { type: "session.finished" }>,
): void {
  const parent = session.parentSessionId === null ? undefined : draft.session(session.parentSessionId);
  if (!parent) return;
  const key = lineKey(parent.agentId, session.agentId);
  const lines = draft.own(draft.view.lines);
  const line = lines[key] ?? { down: 0, up: 0, pulse: null };
  lines[key] = { ...line, up: line.up + 1, pulse: { seq: event.seq, at, direction: "up" } };
  draft.view.lines = lines;
  const { total, back, failed } = parent.children;
  parent.children =
    event.outcome === "completed" ? { total, back: back + 1, failed } : { total, back, failed: failed + 1 };
}
