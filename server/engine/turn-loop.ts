import type { PromptSection } from "../contract/api.ts";
import type { ToolCall } from "../contract/message.ts";
import type { ToolPending } from "../contract/tool-result.ts";
import type { LiveSession } from "./live-session.ts";
import { settleCalls } from "./settle-calls.ts";
import type { Dispatcher, ToolContext, ToolSet } from "./tool.ts";
import { finalAnswer } from "./transcript.ts";

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
  /** Asks the model once and appends its message. */
  ask(frozen: FrozenTurn): Promise<void>;
  contextFor(call: ToolCall): ToolContext;
}

export type TurnLoopEnd =
  | { readonly state: "answered"; readonly answer: string }
  | { readonly state: "waiting"; readonly pending: readonly ToolPending[] }
  | { readonly state: "out_of_turns" }
  | { readonly state: "aborted" };

/**
 * Runs turns until the agent answers, waits or runs out of turns.
 *
 * The transcript is the only state, so a new session, one that resumes after an answer and one picked up after a crash
 * are the same call: open tool calls are settled first, and only then is the model asked again.
 */
export async function runTurns(deps: TurnLoopDeps): Promise<TurnLoopEnd> {
  const { session, maxTurns, maxConcurrency, signal } = deps;
  let frozen = await deps.freeze();
  for (;;) {
    const pending = await settleCalls({ ...frozen, session, maxConcurrency, contextFor: deps.contextFor });
    if (signal.aborted) return { state: "aborted" };
    if (pending.length > 0) return { state: "waiting", pending };
    const answer = finalAnswer(session.messages());
    if (answer !== undefined) return { state: "answered", answer };
    if (session.turns >= maxTurns) return { state: "out_of_turns" };
    // Frozen anew for each model call: what was just settled may have added something, an activated skill for example.
    frozen = await deps.freeze();
    await deps.ask(frozen);
  }
}
