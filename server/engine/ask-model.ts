import type { PromptSection } from "../contract/api.ts";
import type { LiveSession } from "./live-session.ts";
import type { DeltaSink, FrozenTextStore, ModelPort } from "./ports.ts";
import { renderPrompt } from "./system-prompt.ts";
import type { ToolSet } from "./tool.ts";
import { toListedTool } from "./tool-registry.ts";
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
 * One model call: keeps what is sent, streams the text, and makes the message durable before any of its calls runs.
 * Rejects with `ModelError` when the model has no answer to give.
 */
export async function askModel(deps: AskModelDeps, { sections, tools }: TurnInput): Promise<void> {
  const { session, model, frozenTexts, deltas, signal } = deps;
  const turn = session.turns + 1;
  const listed = [...tools.values()].map(toListedTool);
  const [promptHash, toolsHash] = await Promise.all([
    frozenTexts.keep(JSON.stringify(sections)),
    frozenTexts.keep(JSON.stringify(listed)),
  ]);
  // Durable first: a run that was stopped meanwhile refuses it, and then nothing is sent.
  await session.append([
    {
      type: "turn.started",
      turn,
      model: session.claimed.model,
      isScripted: model.isScripted,
      promptHash,
      toolsHash,
    },
  ]);
  const started = performance.now();
  let firstTextMs: number | null = null;
  const reply = await model.respond({
    system: renderPrompt(sections),
    messages: toModelMessages(session.messages()),
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
  await session.append([
    { type: "turn.finished", turn, message: reply.message, usage: reply.usage, durationMs, firstTextMs },
  ]);
  deltas.reset(session.claimed);
}
