import type { SessionId } from "../contract/ids.ts";
import type { ToolCall } from "../contract/message.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import type { Conclusion, ToolPending } from "../contract/tool-result.ts";
import { type AskModelDeps, askModel } from "./ask-model.ts";
import { budgetSection } from "./budget-section.ts";
import { checkBudgets } from "./check-budgets.ts";
import { createDispatcher } from "./dispatcher.ts";
import { joinSignals } from "./join-signals.ts";
import { LiveSession } from "./live-session.ts";
import { noteRefusals, type RefusalBook } from "./note-refusals.ts";
import {
  type ClaimedSession,
  FenceLostError,
  type ModelDirectory,
  ModelError,
  type ModelPort,
  type PromptSource,
  type ResumedSession,
  type SessionEnd,
  type SessionStore,
  StoreUnavailableError,
} from "./ports.ts";
import type { OutputScrubber } from "./steps/scrub-output.ts";
import { assemblePrompt } from "./system-prompt.ts";
import type { AgentScope, CallStep, ToolContext, ToolSource } from "./tool.ts";
import type { ToolGates } from "./tool-gate.ts";
import { assembleTools } from "./tool-registry.ts";
import { runTurns, type TurnLoopEnd } from "./turn-loop.ts";
import { turnstile } from "./turnstile.ts";

export interface EngineDeps extends Pick<AskModelDeps, "frozenTexts" | "deltas"> {
  readonly sessions: SessionStore;
  readonly models: ModelDirectory;
  /** In the order of the tool array. */
  readonly toolSources: readonly ToolSource[];
  readonly promptSources: readonly PromptSource[];
  /** Who may call what; absent: everybody what their sources list. */
  readonly gates?: ToolGates;
  /** Outermost first. */
  readonly steps: readonly CallStep[];
  /** Where refusals are kept; absent: nowhere. */
  readonly refusals?: RefusalBook;
  /** Hides secrets in what a session failed with; absent: it is told as it is. */
  readonly scrubber?: Pick<OutputScrubber, "text">;
  readonly maxConcurrency: number;
  /** Milliseconds after which a turn boundary asks anew whether the run was paused or written to; a few unless given. */
  readonly freshMs?: number;
  /** Told about every claimed session before it moves, so that it can be stopped from outside; returns its signal. */
  watch(session: LiveSession): AbortSignal;
  /** True once this worker is about to stop: sessions are given back at their next turn boundary. Absent: never. */
  isLeaving?(): boolean;
}

export interface Advance {
  /** Sessions that can go on because of this one: hand each to a worker. */
  readonly wake: readonly SessionId[];
  /** False while the session sleeps or another worker may go on with it. */
  readonly isOver: boolean;
  /** The store was away: the session is to be found again. */
  readonly isInterrupted?: true;
  /** Another one that this worker has again already. */
  readonly resumed?: ResumedSession;
  /** It sleeps until its children are done: whoever keeps it spares its next claim the reading. */
  readonly asleep?: LiveSession;
}

const NOT_OURS: Advance = { wake: [], isOver: false };
const LOST: Advance = { wake: [], isOver: true };
/** The store is away: the session stays this worker's until it is found again and gone on with. */
const INTERRUPTED: Advance = { wake: [], isOver: false, isInterrupted: true };

/**
 * Moves one session as far as it goes: to its answer, to something it waits for, or to its failure. Safe to call for any
 * session at any time, by any worker: one that cannot be claimed is left alone, and a claim that was lost stops silently.
 * Never rejects for what happens inside a run; while the store is away it leaves the session as it is.
 */
export async function advanceSession(
  deps: EngineDeps,
  sessionId: SessionId,
  worker: number,
): Promise<Advance> {
  const claimed = await deps.sessions.claim(sessionId, worker);
  return claimed ? advanceClaimed(deps, claimed) : NOT_OURS;
}

/** The same for a session that this worker has already. */
export async function advanceClaimed(deps: EngineDeps, claimed: ClaimedSession): Promise<Advance> {
  const session = new LiveSession(claimed, deps.sessions, deps.freshMs);
  const stopped = deps.watch(session);
  const { signal, release } = joinSignals(stopped, session.lost);
  try {
    await turnstile.pass();
    if (claimed.isResumed) session.emit({ type: "session.resumed" });
    for (;;) {
      const end = await runSession(deps, session, signal);
      const moved = await settle(deps.sessions, session, end);
      if (moved !== "stays") return moved;
    }
  } catch (error) {
    return await endAfter(error, deps, { session, stopped });
  } finally {
    // All calls have settled: nothing listens any more.
    release();
  }
}

interface Advancing {
  readonly session: LiveSession;
  /** From outside: the run or this branch was cancelled, or this worker has to let go of the session. */
  readonly stopped: AbortSignal;
}

/**
 * What stopped the session short: it is not this worker's any more, the store is away, or it failed. The store may have refused what it wrote:
 * whoever claimed it next would write the same, and ask the model for it again each time.
 */
async function endAfter(error: unknown, deps: EngineDeps, advancing: Advancing): Promise<Advance> {
  const { sessions, scrubber } = deps;
  const { session, stopped } = advancing;
  const reason: unknown = session.lost.aborted ? session.lost.reason : error;
  if (isStoreAway(error) || isStoreAway(reason)) {
    session.abandon(error);
    return INTERRUPTED;
  }
  if (reason instanceof FenceLostError || stopped.aborted) return LOST;
  const message =
    reason instanceof ModelError ? reason.message : `Something inside OpenHive failed: ${textOf(reason)}`;
  const told = scrubber?.text(message).value ?? message;
  // A call of the same turn may have opened sessions or asked people before it came to this: what was handed over is written first.
  if (!session.lost.aborted) {
    const refusal: unknown = await session.flush().catch((failure: unknown) => failure);
    if (refusal !== undefined) return endAfter(refusal, deps, advancing);
  }
  try {
    await sessions.stopBelow(session.claimed);
    const moved = await finish(sessions, session, { outcome: "failed", answer: "", error: told });
    return moved === "stays" ? LOST : moved;
  } catch (failure) {
    return ignoreLost(failure);
  }
}

function isStoreAway(error: unknown): boolean {
  return error instanceof StoreUnavailableError;
}

async function runSession(deps: EngineDeps, session: LiveSession, signal: AbortSignal): Promise<TurnLoopEnd> {
  const { claimed } = session;
  // The list of messages grows with the session: the scope holds what is true now.
  const scope: AgentScope = { ...claimed.scope, messages: session.messages() };
  let model: ModelPort | undefined;
  const check = () => checkBudgets(session, deps.sessions, claimed.scope.agent.id);
  return runTurns({
    session,
    maxTurns: claimed.scope.agent.limits.maxTurns,
    maxConcurrency: deps.maxConcurrency,
    signal,
    checkBudgets: check,
    isLeaving: () => deps.isLeaving?.() ?? false,
    contextFor: (call) => toolContext({ session, scope, signal, store: deps.sessions }, call),
    async freeze() {
      const gate = await deps.gates?.gateFor(scope);
      const [sections, tools] = await Promise.all([
        assemblePrompt(deps.promptSources, scope),
        assembleTools(deps.toolSources, scope, gate),
      ]);
      const dispatcher = noteRefusals(createDispatcher(tools, deps.steps, gate), deps.refusals);
      const { warned } = session;
      const nearlySpent = budgetSection(scope.agent.id, { budgets: claimed.budgets, warned });
      return { sections: [...sections, ...nearlySpent], tools, dispatcher };
    },
    async ask(frozen) {
      model ??= await deps.models.resolve(claimed.model);
      const { frozenTexts, deltas } = deps;
      return askModel({ session, model, frozenTexts, deltas, signal, checkBudgets: check }, frozen);
    },
  });
}

interface ContextParts {
  readonly session: LiveSession;
  readonly scope: AgentScope;
  readonly signal: AbortSignal;
  readonly store: SessionStore;
}

function toolContext({ session, scope, signal, store }: ContextParts, call: ToolCall): ToolContext {
  const { runId, sessionId, fence } = session.claimed;
  return {
    scope,
    runId,
    sessionId,
    fence,
    agentId: scope.agent.id as ToolContext["agentId"],
    callId: call.callId,
    wasAsked: session.wasAsked(call),
    signal,
    messages: () => session.messages(),
    emit: (event) => session.emit(event),
    recorded: () => session.flush(),
    checkBudgets: (agentId) => checkBudgets(session, store, agentId),
  };
}

/** "stays": the session has its answer, and a person wrote to it or paused its run before it could end with it. */
type Moved = Advance | "stays";

function settle(store: SessionStore, session: LiveSession, end: TurnLoopEnd): Promise<Moved> {
  switch (end.state) {
    case "aborted":
      return Promise.reject(session.lost.aborted ? session.lost.reason : new FenceLostError());
    case "concluded":
      return finish(store, session, endOf(end.conclusion, session));
    case "out_of_turns": {
      const error = `Stopped after ${session.turnsSinceMessage} turns, the limit of ${session.claimed.scope.agent.name}. Raise it under Limits, or give a smaller task.`;
      return finish(store, session, { outcome: "failed", answer: lastText(session), error });
    }
    case "out_of_budget":
      return finish(store, session, { outcome: "failed", answer: lastText(session), error: end.reason });
    case "paused":
      return giveBack(store, session);
    case "waiting":
      return park(store, session, end.pending);
  }
}

function endOf({ outcome, text }: Conclusion, session: LiveSession): Omit<SessionEnd, "usage"> {
  if (outcome === "completed") return { outcome, answer: text };
  return { outcome, answer: lastText(session), error: text };
}

async function park(
  store: SessionStore,
  session: LiveSession,
  pending: readonly ToolPending[],
): Promise<Advance> {
  const waitingFor = pending.some((result) => result.waitingFor === "person") ? "person" : "children";
  const state = await session.leave((events, opening) =>
    store.park(session.claimed, events, { waitingFor, count: pending.length, opening }),
  );
  if (state === "ready") return { wake: [session.claimed.sessionId], isOver: false };
  return { wake: [], isOver: false, ...(waitingFor === "children" && { asleep: session }) };
}

async function giveBack(store: SessionStore, session: LiveSession): Promise<Advance> {
  await session.flush();
  const isRunning = await store.giveBack(session.claimed);
  return { wake: isRunning ? [session.claimed.sessionId] : [], isOver: false };
}

async function finish(
  store: SessionStore,
  session: LiveSession,
  end: Omit<SessionEnd, "usage">,
): Promise<Moved> {
  const write = (events: readonly RunEventBody[]) =>
    store.finish(session.claimed, events, { ...end, usage: session.usage });
  // What was refused is not written with its end.
  const { wake, resumed, stays } = await (session.lost.aborted ? write([]) : session.leave(write));
  if (stays) {
    session.news = stays;
    return "stays";
  }
  return { wake: wake ? [wake] : [], isOver: true, ...(resumed && { resumed }) };
}

function lastText(session: LiveSession): string {
  const last = session.messages().findLast((message) => message.role === "assistant" && message.text !== "");
  return last?.role === "assistant" ? last.text : "";
}

function ignoreLost(error: unknown): Advance {
  if (error instanceof FenceLostError) return LOST;
  if (isStoreAway(error)) return INTERRUPTED;
  throw error;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
