import { toDecision } from "@/server/contract/approval.ts";
import type { RunEvent } from "@/server/contract/run-event.ts";
import type { FoldPlace } from "./fold-place.ts";
import { updateRunStatus } from "./run-progress.ts";
import { settleState } from "./session-state.ts";
import { closeCallSpans, closeSpans, openCallSpan, openSpan } from "./spans.ts";

type Asked = Extract<RunEvent, { type: "question.asked" }>;
type Answered = Extract<RunEvent, { type: "question.answered" }>;

/** Questions to a person: open until the first answer. */
export function foldQuestionEvent(place: FoldPlace, event: Asked | Answered): void {
  if (event.type === "question.asked") ask(place, event);
  else answer(place, event);
  settleState(place);
  updateRunStatus(place);
}

function ask(place: FoldPlace, event: Asked): void {
  const { draft, session, at } = place;
  const { waitId, callId, questions, approval, secret } = event;
  const asked = {
    waitId,
    sessionId: session.sessionId,
    agentName: session.agentName,
    callId,
    questions,
    ...(approval ? { approval } : {}),
    ...(secret ? { secret } : {}),
    askedAt: at,
    answer: null,
  };
  draft.view.questions = draft.append(draft.view.questions, asked);
  session.openWaits = [...session.openWaits, waitId];
  const call = draft.call(session, callId);
  if (call) {
    call.state = "person";
    call.waitId = waitId;
  }
  closeCallSpans(place, callId, false);
  openSpan(place, { kind: "person", label: "waiting for you" });
}

function answer(place: FoldPlace, event: Answered): void {
  const { draft, session } = place;
  const questions = draft.ownList(draft.view.questions);
  const index = questions.findIndex((question) => question.waitId === event.waitId);
  const asked = questions[index];
  if (asked) questions[index] = { ...asked, answer: event.answer };
  draft.view.questions = questions;
  session.openWaits = session.openWaits.filter((waitId) => waitId !== event.waitId);
  if (session.openWaits.length === 0 && session.parkedFor === "person") session.parkedFor = null;
  if (session.openWaits.length === 0) closeSpans(place, ["person"]);
  const call = draft.call(session, event.callId);
  if (call?.state !== "person") return;
  call.state = "running";
  // What was asked about begins only now: it was recorded before, and is not again.
  if (asked?.approval && toDecision(event.answer) !== "deny") openCallSpan(place, call);
}
