import type { PromptSection } from "../contract/api.ts";
import { compactSession } from "./compact-session.ts";
import { estimateTokens } from "./compaction.ts";
import { listTools, toListingText } from "./list-tools.ts";
import type { LiveSession } from "./live-session.ts";
import type { DeltaSink, FrozenTextStore, ModelPort } from "./ports.ts";
import { renderPrompt } from "./system-prompt.ts";
import type { ToolSet } from "./tool.ts";
import { toModelMessages } from "./transcript.ts";

export interface AskModelDeps {
  readonly session: LiveSession;
  readonly model: ModelPort;
  readonly frozenTexts: FrozenTextStore;
  readonly deltas: DeltaSink;
  readonly signal: AbortSignal;
}

export interface TurnInput {
  readonly sections: readonly PromptSection[];
  readonly tools: ToolSet;
}

/**
 * One model call: keeps what is sent, streams the text, and hands the message over to be written.
 * Rejects with `ModelError` when the model has no answer to give.
 */
export async function askModel(deps: AskModelDeps, { sections, tools }: TurnInput): Promise<void> {
  const { session, model, frozenTexts, deltas, signal } = deps;
  const turn = session.turns + 1;
  const listed = listTools(tools);
  const system = renderPrompt(sections);
  const fixedTokens = estimateTokens(system) + estimateTokens(toListingText(listed));
  await compactSession({ session, model, signal, fixedTokens });
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
