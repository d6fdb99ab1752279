import type { RunEvent } from "@/server/contract/run-event.ts";
import { NO_USAGE } from "@/server/contract/usage.ts";
import { NO_CALLS } from "./call-book.ts";
import type { RunDraft } from "./draft.ts";
import { foldPauseEvent } from "./fold-pause.ts";
import { setClock } from "./run-progress.ts";
import { lineKey } from "./run-view.ts";
import { setState } from "./session-state.ts";
import { closeAllSpans } from "./spans.ts";
import { tellUnread } from "./tell-unread.ts";

/** Events that concern the run as a whole: its beginning, its end, and sessions that open. */
export function foldRunEvent(draft: RunDraft, event: RunEvent, at: number): void {
  if (event.type === "run.started") startRun(draft, event, at);
  else if (event.type === "session.started") openSession(draft, event, at);
  else if (event.type === "run.finished") finishRun(draft, event, at);
  else foldPauseEvent(draft, event, at);
}

function startRun(draft: RunDraft, event: Extract<RunEvent, { type: "run.started" }>, at: number): void {
  const { view } = draft;
  view.task = event.task;
  view.orgName = event.orgName;
  view.orgVersion = event.orgVersion;
  view.startedAt = at;
  view.status = "running";
  view.budget = event.budget ?? null;
  setClock(draft, at);
  view.artifacts = event.attachments.map((reference) => ({
    ...reference,
    at,
    sessionId: null,
    agentName: null,
    isAttachment: true,
  }));
}

function openSession(
  draft: RunDraft,
  event: Extract<RunEvent, { type: "session.started" }>,
  at: number,
): void {
  const { view } = draft;
  const { sessionId, agentId } = event;
  if (sessionId === undefined || view.sessions[sessionId]) return;
  draft.putSession({
    sessionId,
    agentId,
    agentName: event.agentName,
    depth: event.depth,
    task: event.task,
    parentSessionId: event.parentSessionId ?? null,
    callId: event.callId ?? null,
    index: event.index ?? null,
    siblings: event.siblings ?? 1,
    state: "queued",
    startedAt: at,
    finishedAt: null,
    stateSince: at,
    answer: "",
    error: null,
    usage: NO_USAGE,
    turns: [],
    stream: null,
    lastText: "",
    calls: NO_CALLS,
    openCalls: [],
    parkedFor: null,
    queue: null,
    children: { total: 0, back: 0, failed: 0 },
    openWaits: [],
    skills: [],
    todos: [],
    transcript: [],
    waitingMessages: [],
    spans: [{ kind: "queued", from: at, to: null, label: "queued" }],
    openSpans: [0],
  });
  view.order = draft.append(view.order, sessionId);
  const byAgent = draft.ownMap(view.byAgent);
  byAgent.set(agentId, draft.append(byAgent.get(agentId) ?? [], sessionId));
  view.byAgent = byAgent;
  sendDown(draft, event, at);
}

function sendDown(draft: RunDraft, event: Extract<RunEvent, { type: "session.started" }>, at: number): void {
  const parent = event.parentSessionId === undefined ? undefined : draft.session(event.parentSessionId);
  if (!parent || event.sessionId === undefined) return;
  const key = lineKey(parent.agentId, event.agentId);
  const lines = draft.own(draft.view.lines);
  const line = lines[key] ?? { down: 0, up: 0, pulse: null };
  lines[key] = { ...line, down: line.down + 1, pulse: { seq: event.seq, at, direction: "down" } };
  draft.view.lines = lines;
  const call = event.callId === undefined ? undefined : draft.call(parent, event.callId);
  const isFirst = (call?.children.length ?? 0) === 0;
  if (call) {
    call.children = [...call.children, event.sessionId];
    call.state = "child";
  }
  const { total, back, failed } = parent.children;
  // Siblings are announced with the first of them, so that "0 of 3" stands before the third has opened.
  parent.children = { total: total + (isFirst ? (event.siblings ?? 1) : call ? 0 : 1), back, failed };
}

function finishRun(draft: RunDraft, event: Extract<RunEvent, { type: "run.finished" }>, at: number): void {
  const { view } = draft;
  view.status = event.status;
  view.answer = event.answer;
  view.error = event.error ?? null;
  view.finishedAt = at;
  view.isPaused = false;
  setClock(draft, at);
  for (const sessionId of view.order) {
    if (view.sessions[sessionId]?.finishedAt !== null) continue;
    const session = draft.session(sessionId);
    if (!session) continue;
    const place = { draft, session, at };
    session.finishedAt = at;
    session.stream = null;
    tellUnread(place);
    setState(place, "stopped");
    closeAllSpans(place);
  }
}
