import type { ToolCall } from "../contract/message.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { type SettledResult, type ToolPending, type ToolResult, toolError } from "../contract/tool-result.ts";
import { runCapped, toBatches } from "./call-batch.ts";
import { findTool } from "./find-tool.ts";
import { type LiveSession, SOON } from "./live-session.ts";
import type { BoundTool, Dispatcher, ToolContext, ToolSet } from "./tool.ts";
import { openCalls } from "./transcript.ts";

export interface SettleDeps {
  readonly session: LiveSession;
  readonly tools: ToolSet;
  readonly dispatcher: Dispatcher;
  /** Calls of one batch that run at the same time. */
  readonly maxConcurrency: number;
  contextFor(call: ToolCall): ToolContext;
  /** Why no more may be begun: a budget that is spent. */
  checkBudgets(): Promise<string | undefined>;
}

const UNKNOWN_ORIGIN = { kind: "unknown", id: "unknown" };

/**
 * Gives every open call of the last turn its one answer, and resolves with those that are still pending.
 *
 * A call is recorded before it runs, and the record is durable before one begins that could change anything. One that was
 * recorded by a worker that is gone runs again only if its tool allows it; any other gets the answer that its outcome is
 * unknown, and is never silently repeated.
 */
export async function settleCalls(deps: SettleDeps): Promise<readonly ToolPending[]> {
  const { session } = deps;
  const pending: ToolPending[] = [];
  const open = openCalls(session.messages());
  const begun = new Set(open.filter((call) => session.isStarted(call)));
  for (const batch of toBatches(open, deps.tools)) {
    const fresh = batch.filter((call) => !begun.has(call));
    await recordStart(deps, fresh);
    // Asked once they are counted, so that no more run than the budget says, whoever else is calling.
    const refusal = fresh.length === 0 ? undefined : await deps.checkBudgets();
    await runCapped(batch, deps.maxConcurrency, async (call) => {
      const started = performance.now();
      const isRepeated = begun.has(call);
      const result =
        refusal !== undefined && !isRepeated
          ? toolError("limit_reached", `${refusal} The call was not made.`)
          : await settleOne(deps, call, isRepeated);
      if (result.status === "pending") pending.push(openBelow(session, call, result));
      else recordEnd(deps, { call, result, durationMs: Math.round(performance.now() - started) });
    });
    if (session.lost.aborted) break;
  }
  // Results of quick calls overlap with the next model call. What a session ends or goes to sleep with is written with that.
  if (pending.length === 0 && open.length > 0) await session.refresh();
  return pending;
}

function settleOne(
  { session, tools, dispatcher, contextFor }: SettleDeps,
  call: ToolCall,
  isRepeated: boolean,
): Promise<ToolResult> {
  const tool = findTool(tools, call.name);
  const mayRepeat = tool === undefined || tool.flags.idempotent || tool.flags.readOnly;
  // A call that people were asked about is judged by the step that asked.
  if (isRepeated && !mayRepeat && !session.wasAsked(call)) {
    const message = `${call.name} was running when its worker stopped: whether it took effect is not known.`;
    return Promise.resolve(toolError("outcome_unknown", message, "Check before you call it again."));
  }
  return dispatcher.dispatch(call, { ...contextFor(call), isNew: !isRepeated }).catch((error: unknown) => {
    session.abandon(error);
    return toolError("aborted", "The call was stopped.");
  });
}

/**
 * Resolves when the calls may begin. Those that change nothing do not wait for their record: it shares a commit with the message
 * that asked for them and with their results. Where a budget counts them they do, for it counts what is written.
 */
function recordStart({ session, tools }: SettleDeps, calls: readonly ToolCall[]): Promise<void> {
  const events = calls.map(
    (call): RunEventBody => ({
      type: "tool_call",
      callId: call.callId,
      name: call.name,
      origin: findTool(tools, call.name)?.origin ?? UNKNOWN_ORIGIN,
      input: call.input,
    }),
  );
  const waits =
    session.claimed.budgets.length > 0 || !calls.every((call) => changesNothing(findTool(tools, call.name)));
  if (waits) return session.append(events);
  for (const event of events) session.emit(event);
  return Promise.resolve();
}

/** A call of a tool that is not there is answered by nothing but words; what one opens or notes down is not there before its record is. */
function changesNothing(tool: BoundTool | undefined): boolean {
  if (tool === undefined) return true;
  const isWrittenWithIt = tool.changes === "children" || tool.changes === "transcript";
  return (tool.flags.readOnly || isWrittenWithIt) && tool.identify === undefined;
}

/** Hands over the sessions that the call's answer opens. */
function openBelow(session: LiveSession, { callId }: ToolCall, pending: ToolPending): ToolPending {
  const { opens = [] } = pending;
  session.open(opens.map((given, index) => ({ ...given, callId, index, siblings: opens.length })));
  return pending;
}

interface SettledCall {
  readonly call: ToolCall;
  readonly result: SettledResult;
  readonly durationMs: number;
}

function recordEnd({ session, tools }: SettleDeps, { call, result, durationMs }: SettledCall): void {
  const tool = findTool(tools, call.name);
  const origin = tool?.origin ?? UNKNOWN_ORIGIN;
  const within = changesNothing(tool) ? undefined : SOON;
  session.emit(
    { type: "tool_result", callId: call.callId, name: call.name, origin, result, durationMs },
    within,
  );
}
