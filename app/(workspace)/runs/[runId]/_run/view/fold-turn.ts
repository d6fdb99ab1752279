import type { ToolCall } from "@/server/contract/message.ts";
import type { RunEvent } from "@/server/contract/run-event.ts";
import { addUsage } from "@/server/contract/usage.ts";
import { addCall } from "./fold-call.ts";
import type { FoldPlace } from "./fold-place.ts";
import { setState, settleState } from "./session-state.ts";
import { closeSpans, openSpan } from "./spans.ts";

/** Model calls: their beginning, their retries, and the message they end with. */
export function foldTurnEvent(place: FoldPlace, event: RunEvent): void {
  if (event.type === "turn.started") startTurn(place, event);
  else if (event.type === "turn.retried") retryTurn(place, event);
  else if (event.type === "turn.finished") finishTurn(place, event);
}

function startTurn(place: FoldPlace, event: Extract<RunEvent, { type: "turn.started" }>): void {
  const { draft, session, at } = place;
  const { turn, model, isScripted, promptHash, toolsHash } = event;
  const begun = {
    turn,
    startedAt: at,
    model,
    isScripted,
    promptHash,
    toolsHash,
    usage: null,
    durationMs: null,
    firstTextMs: null,
  };
  // A turn that begins again after a restart of the server takes the place of the one that never ended.
  session.turns = draft.append(
    session.turns.at(-1)?.turn === turn ? session.turns.slice(0, -1) : session.turns,
    begun,
  );
  if (session.stream && session.stream.turn < turn) session.stream = null;
  session.parkedFor = null;
  session.children = session.openCalls.length === 0 ? { total: 0, back: 0, failed: 0 } : session.children;
  if (isScripted) draft.view.isScripted = true;
  closeSpans(place, ["queued", "waiting", "person", "model"]);
  openSpan(place, { kind: "model", label: `turn ${turn}`, turn });
  setState(place, "thinking");
}

function retryTurn(
  { draft, session, at }: FoldPlace,
  event: Extract<RunEvent, { type: "turn.retried" }>,
): void {
  session.stream = null;
  const seconds = (event.delayMs / 1000).toFixed(1);
  const text = `Model call failed, trying again in ${seconds} s: ${event.reason}`;
  session.transcript = draft.append(session.transcript, { kind: "note", key: `n${event.seq}`, at, text });
}

function finishTurn(place: FoldPlace, event: Extract<RunEvent, { type: "turn.finished" }>): void {
  const { draft, session, at } = place;
  const turns = draft.ownList(session.turns);
  const index = turns.findLastIndex((turn) => turn.turn === event.turn);
  const begun = turns[index];
  if (begun)
    turns[index] = {
      ...begun,
      usage: event.usage,
      durationMs: event.durationMs,
      firstTextMs: event.firstTextMs,
    };
  session.turns = turns;
  session.stream = null;
  session.usage = addUsage(session.usage, event.usage);
  draft.view.usage = addUsage(draft.view.usage, event.usage);
  closeSpans(place, ["model"]);
  const { text, calls } = event.message;
  if (text.trim() !== "") {
    session.lastText = text;
    session.transcript = draft.append(session.transcript, {
      kind: "text",
      key: `t${event.seq}`,
      at,
      turn: event.turn,
      text,
    });
  }
  for (const call of calls) announce(place, call);
  if (draft.view.isPaused && calls.length === 0) settleState(place);
}

function announce(place: FoldPlace, { callId, name, input, malformedInput }: ToolCall): void {
  addCall(place, { callId, name, input, malformedInput: malformedInput ?? null });
}
