import type { CallId } from "@/server/contract/ids.ts";
import type { RunEvent } from "@/server/contract/run-event.ts";
import type { SettledResult } from "@/server/contract/tool-result.ts";
import { callOf } from "./call-book.ts";
import type { FoldPlace } from "./fold-place.ts";
import { foldQuestionEvent } from "./fold-question.ts";
import { isLiveCall } from "./is-live-call.ts";
import type { CallState, CallView } from "./run-view.ts";
import { settleState } from "./session-state.ts";
import { closeCallSpans, openCallSpan } from "./spans.ts";

/** Tool calls of every kind, from the request to the one result, and what happens in between. */
export function foldCallEvent(place: FoldPlace, event: RunEvent): void {
  switch (event.type) {
    case "tool_call":
      beginCall(place, event);
      break;
    case "tool_result":
      settleCall(place, event);
      break;
    case "skill.queued":
      patchCall(place, event.callId, { state: "queued", queuePosition: event.position });
      break;
    case "skill.started":
      patchCall(place, event.callId, { state: "running", queuePosition: null });
      break;
    case "skill.progress":
      // Shown until the call ends, which brings all that it printed.
      patchCall(place, event.callId, { logs: event.text });
      break;
    case "skill.finished":
      patchCall(place, event.callId, { logs: event.logs });
      break;
    case "artifact.created":
      addArtifact(place, event);
      break;
    case "file.attached":
      handOver(place, event);
      break;
    case "question.asked":
    case "question.answered":
      foldQuestionEvent(place, event);
      break;
    default:
  }
}

/** Puts a call into the transcript; one that is there already stays as it is. */
export function addCall(
  { draft, session, at }: FoldPlace,
  call: Pick<CallView, "callId" | "name" | "input" | "malformedInput">,
): void {
  if (callOf(session, call.callId)) return;
  draft.putCall(session, {
    ...call,
    origin: null,
    state: "ready",
    startedAt: null,
    durationMs: null,
    result: null,
    children: [],
    waitId: null,
    queuePosition: null,
    logs: "",
    artifacts: [],
  });
  session.transcript = draft.append(session.transcript, {
    kind: "call",
    key: `c${call.callId}`,
    at,
    turn: session.turns.at(-1)?.turn ?? 0,
    callId: call.callId,
  });
}

function beginCall(place: FoldPlace, event: Extract<RunEvent, { type: "tool_call" }>): void {
  const { draft, session, at } = place;
  draft.view.toolCalls += 1;
  addCall(place, { callId: event.callId, name: event.name, input: event.input, malformedInput: null });
  patchCall(place, event.callId, {
    name: event.name,
    origin: event.origin,
    input: event.input,
    state: "running",
    startedAt: at,
  });
  if (!session.openCalls.includes(event.callId)) session.openCalls = [...session.openCalls, event.callId];
  openCallSpan(place, event);
  settleState(place);
}

function settleCall(place: FoldPlace, event: Extract<RunEvent, { type: "tool_result" }>): void {
  const { session } = place;
  addCall(place, { callId: event.callId, name: event.name, input: null, malformedInput: null });
  const isFailed = event.result.status === "error";
  patchCall(place, event.callId, {
    name: event.name,
    origin: event.origin,
    result: event.result,
    durationMs: tookOf(place, event),
    state: stateOf(event.result),
    queuePosition: null,
  });
  session.openCalls = session.openCalls.filter((callId) => callId !== event.callId);
  closeCallSpans(place, event.callId, isFailed);
  settleState(place);
}

/**
 * A call that other agents or a person answered took as long as they did, however short its own part was. One that a person had to
 * allow took as long as it ran.
 */
function tookOf(
  { draft, session, at }: FoldPlace,
  event: Extract<RunEvent, { type: "tool_result" }>,
): number {
  const call = callOf(session, event.callId);
  if (call === undefined || call.startedAt === null) return event.durationMs;
  const asked = draft.view.questions.find(({ waitId }) => waitId === call.waitId);
  const isElsewhere = call.children.length > 0 || (asked !== undefined && !asked.approval);
  return isElsewhere ? at - call.startedAt : event.durationMs;
}

function stateOf(result: SettledResult): CallState {
  if (result.status === "ok") return "done";
  if (result.code === "denied") return "denied";
  return result.code === "aborted" ? "stopped" : "failed";
}

/** Writes into a call that has no outcome yet, or adds what came out of it. */
function patchCall({ draft, session }: FoldPlace, callId: CallId, patch: Partial<CallView>): void {
  const known = callOf(session, callId);
  if (!known) return;
  const call = draft.call(session, callId);
  if (!call) return;
  const { state, ...rest } = patch;
  Object.assign(call, rest);
  if (state !== undefined && (isLiveCall(known.state) || !isLiveCall(state))) call.state = state;
}

/** Marks a file of the run, and shows it with the call that handed it over. */
function handOver({ draft, session }: FoldPlace, event: Extract<RunEvent, { type: "file.attached" }>): void {
  const { artifactId, name, mediaType, size, note } = event;
  const files = draft.ownList(draft.view.artifacts);
  const index = files.findIndex((file) => file.artifactId === artifactId);
  const file = files[index];
  if (file) files[index] = { ...file, handedOver: note };
  draft.view.artifacts = files;
  const call = draft.call(session, event.callId);
  if (call && !call.artifacts.some((one) => one.artifactId === artifactId))
    call.artifacts = [...call.artifacts, { artifactId, name, mediaType, size }];
}

function addArtifact(
  { draft, session, at }: FoldPlace,
  event: Extract<RunEvent, { type: "artifact.created" }>,
): void {
  const { artifactId, name, mediaType, size } = event;
  const reference = { artifactId, name, mediaType, size };
  const { view } = draft;
  view.artifacts = draft.append(view.artifacts, {
    ...reference,
    at,
    sessionId: session.sessionId,
    agentName: session.agentName,
    isAttachment: false,
  });
  const call = draft.call(session, event.callId);
  if (call) call.artifacts = [...call.artifacts, reference];
}
