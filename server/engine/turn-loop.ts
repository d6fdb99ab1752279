import type { PromptSection } from "../contract/api.ts";
import type { ToolCall } from "../contract/message.ts";
import type { Conclusion, ToolPending } from "../contract/tool-result.ts";
import type { LiveSession } from "./live-session.ts";
import { settleCalls } from "./settle-calls.ts";
import type { Dispatcher, ToolContext, ToolSet } from "./tool.ts";
import { conclusionOf, openCalls } from "./transcript.ts";

/** What the model is given for one turn; the same set dispatches its calls. */
export interface FrozenTurn {
  readonly sections: readonly PromptSection[];
  readonly tools: ToolSet;
  readonly dispatcher: Dispatcher;
}

export interface TurnLoopDeps {
  readonly session: LiveSession;
  readonly maxTurns: number;
  readonly maxConcurrency: number;
  readonly signal: AbortSignal;
  /** Assembles prompt and tools from what is true now. */
  freeze(): Promise<FrozenTurn>;
  /** Asks the model once and appends its message. Resolves with why it was not asked, if it was not: a budget that is spent. */
  ask(frozen: FrozenTurn): Promise<string | undefined>;
  contextFor(call: ToolCall): ToolContext;
  /** Why no model call may be made: a budget that is spent. */
  checkBudgets(): Promise<string | undefined>;
  /** Whether this worker is about to stop: at a turn boundary it leaves the session to others. */
  isLeaving(): boolean;
}

export type TurnLoopEnd =
  | { readonly state: "concluded"; readonly conclusion: Conclusion }
  | { readonly state: "waiting"; readonly pending: readonly ToolPending[] }
  | { readonly state: "out_of_turns" }
  | { readonly state: "paused" }
  | { readonly state: "out_of_budget"; readonly reason: string }
  | { readonly state: "aborted" };

/**
 * Runs turns until the agent answers, waits, is paused, or runs out of turns or budget.
 *
 * The transcript is the only state, so a new session, one that resumes after an answer and one picked up after a crash
 * are the same call: open tool calls are settled first, and only then is the model asked again.
 */
export async function runTurns(deps: TurnLoopDeps): Promise<TurnLoopEnd> {
  let frozen: FrozenTurn | undefined;
  for (;;) {
    const hasOpen = openCalls(deps.session.messages()).length > 0;
    const pending = hasOpen ? await settleCalls({ ...deps, ...(frozen ?? (await deps.freeze())) }) : [];
    if (deps.signal.aborted) return { state: "aborted" };
    if (pending.length > 0) return { state: "waiting", pending };
    const end = await endAtBoundary(deps);
    if (end) return end;
    // Frozen anew for each model call: what was just settled may have added something, an activated skill for example.
    frozen = await deps.freeze();
    const reason = await deps.ask(frozen);
    if (reason !== undefined) return { state: "out_of_budget", reason };
  }
}

/** The turn boundary: everything that was asked for is settled and durable, nothing new has begun. What ends the loop here. */
async function endAtBoundary({
  session,
  maxTurns,
  checkBudgets,
  isLeaving,
}: TurnLoopDeps): Promise<TurnLoopEnd | undefined> {
  if (session.news.isPaused) return { state: "paused" };
  if (session.news.waitingMessages > 0) await session.takeMessages();
  const conclusion = conclusionOf(session.messages());
  if (conclusion) return { state: "concluded", conclusion };
  if (isLeaving()) return { state: "paused" };
  if (session.turnsSinceMessage >= maxTurns) return { state: "out_of_turns" };
  const reason = await checkBudgets();
  return reason === undefined ? undefined : { state: "out_of_budget", reason };
}
