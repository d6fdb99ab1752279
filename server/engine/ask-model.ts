import type { PromptSection } from "../contract/api.ts";
import type { ListedTool } from "../contract/tool-array.ts";
import { compactSession } from "./compact-session.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { listingTokens, listTools, toListingText } from "./list-tools.ts";
import type { LiveSession } from "./live-session.ts";
import { type DeltaSink, type FrozenTextStore, ModelError, type ModelPort } from "./ports.ts";
import { renderPrompt } from "./system-prompt.ts";
import type { ToolSet } from "./tool.ts";
import { toModelMessages } from "./transcript.ts";

export interface AskModelDeps {
  readonly session: LiveSession;
  readonly model: ModelPort;
  readonly frozenTexts: FrozenTextStore;
  readonly deltas: DeltaSink;
  readonly signal: AbortSignal;
  /** Why no model call may be made: a budget that is spent. */
  checkBudgets(): Promise<string | undefined>;
}

export interface TurnInput {
  readonly sections: readonly PromptSection[];
  readonly tools: ToolSet;
}

/** What is sent with every turn. */
interface FixedParts {
  readonly sections: readonly PromptSection[];
  readonly system: string;
  readonly listed: readonly ListedTool[];
  /** Estimated. */
  readonly fixedTokens: number;
}

/**
 * One model call: keeps what is sent, streams the text, and hands the message over to be written. Where the transcript has
 * grown too long for the model it is compacted first, and once more when the model refuses it all the same; a budget that this
 * spends ends the turn, and what it was is resolved with.
 *
 * Rejects with `ModelError` when the model has no answer to give.
 */
export async function askModel(
  deps: AskModelDeps,
  { sections, tools }: TurnInput,
): Promise<string | undefined> {
  const listed = listTools(tools);
  const system = renderPrompt(sections);
  const parts = { sections, system, listed, fixedTokens: estimateTokens(system) + listingTokens(listed) };
  if (await compactSession({ ...deps, ...parts })) {
    const reason = await checkAfterSummary(deps);
    if (reason !== undefined) return reason;
  }
  try {
    await askOnce(deps, parts);
    return undefined;
  } catch (error) {
    const isTooLong = error instanceof ModelError && error.code === "too_long";
    if (!isTooLong || !(await compactSession({ ...deps, ...parts, isRefused: true }))) throw error;
  }
  const reason = await checkAfterSummary(deps);
  if (reason === undefined) await askOnce(deps, parts);
  return reason;
}

/** The summary was a model call of its own: what it used is written before budgets are asked. */
async function checkAfterSummary({ session, checkBudgets }: AskModelDeps): Promise<string | undefined> {
  await session.flush();
  return checkBudgets();
}

async function askOnce(
  { session, model, frozenTexts, deltas, signal }: AskModelDeps,
  { sections, system, listed, fixedTokens }: FixedParts,
): Promise<void> {
  const turn = session.turns + 1;
  const [promptHash, toolsHash] = await Promise.all([
    frozenTexts.keep(JSON.stringify(sections)),
    frozenTexts.keep(toListingText(listed)),
  ]);
  // Written while the model thinks: a run that was stopped meanwhile refuses it, and that aborts the call.
  session.emit({
    type: "turn.started",
    turn,
    model: session.claimed.model,
    isScripted: model.isScripted,
    promptHash,
    toolsHash,
  });
  const started = performance.now();
  let firstTextMs: number | null = null;
  try {
    const reply = await model.respond({
      system,
      messages: toModelMessages(session.view()),
      takenIds: session.callIds,
      tools: listed,
      signal,
      onText(text) {
        firstTextMs ??= Math.round(performance.now() - started);
        deltas.push(session.claimed, turn, text);
      },
      onRetry(retry) {
        deltas.reset(session.claimed);
        session.emit({ type: "turn.retried", turn, ...retry });
      },
    });
    const durationMs = Math.round(performance.now() - started);
    const { inputTokens } = reply.usage;
    session.counted = { inputTokens, messages: session.messages().length, fixedTokens };
    // Goes into the commit that records its calls, which is awaited before any of them runs, or into the session's end.
    session.emit({
      type: "turn.finished",
      turn,
      message: reply.message,
      usage: reply.usage,
      durationMs,
      firstTextMs,
    });
  } finally {
    // Without an answer as well: whoever asks for this turn again begins its text at nothing.
    deltas.reset(session.claimed);
  }
}
