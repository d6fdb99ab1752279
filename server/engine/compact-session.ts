import { headOf } from "../contract/cut-text.ts";
import type { Message } from "../contract/message.ts";
import { resultText } from "../contract/tool-result.ts";
import { chooseCut } from "./compaction.ts";
import { estimateTokens, tokensOf } from "./estimate-tokens.ts";
import type { LiveSession } from "./live-session.ts";
import type { ModelPort } from "./ports.ts";
import { requestSize } from "./request-size.ts";

/** Share of the model's context that may be filled before old turns are compacted. */
const FULL = 0.75;
/** Share of it that the transcript must take before summing it up is worth a model call: prompt and tools stay as they are. */
const WORTHWHILE = 0.25;
/** Share of it that the turns which stay whole may take. */
const KEEP = 0.2;
/** Characters of one message that the summary is made from: its head says what it was. */
const HEAD = 4_000;

const INSTRUCTIONS = `You keep the notes of an agent whose conversation has grown too long. Write down what it needs to go on without it:
- what was asked and decided, and every constraint that still holds
- what was found: facts, figures, names of files and ids, exactly as they stand
- what was tried and did not work
- what is still open, in order
Plain sentences and lists, no introduction, at most 600 words.`;

export interface CompactDeps {
  readonly session: LiveSession;
  readonly model: ModelPort;
  readonly signal: AbortSignal;
  /** Estimated tokens of system prompt and tool array, which are sent with every turn. */
  readonly fixedTokens: number;
  /** The provider refused the request as too long, whatever its size seemed to be. */
  readonly isRefused?: boolean;
}

/**
 * Keeps a session within its model's context: when it is nearly full, old turns are summed up by the model itself and
 * only the summary and the newest turns are sent from then on. Does nothing where there is room, or nothing to cover; resolves
 * with whether it did something.
 *
 * A summary that cannot be had (the model fails) is replaced by a list of what was done: the session goes on either way.
 */
export async function compactSession(deps: CompactDeps): Promise<boolean> {
  const { session, fixedTokens } = deps;
  const tokensBefore = requestSize(session, fixedTokens);
  // What the provider's own count says of our estimates.
  const scale = tokensBefore / (fixedTokens + session.viewTokens);
  const covers = chooseCovered(deps, tokensBefore, scale);
  if (covers === undefined) return false;
  const [view, messages] = [session.view(), session.messages()];
  // What an earlier summary covers is told by that summary; the rest of the covered turns is told by itself.
  const told = view.slice(0, view.length - (messages.length - covers));
  const { summary, usage } = await summarise(told, deps);
  const after = fixedTokens + estimateTokens(summary) + tokensOf(messages.slice(covers));
  session.emit({
    type: "context.compacted",
    covers,
    summary,
    usage,
    tokensBefore,
    tokensAfter: Math.round(after * scale),
  });
  return true;
}

/** How many messages to sum up; undefined: none. */
function chooseCovered(
  { session, model, isRefused = false }: CompactDeps,
  tokens: number,
  scale: number,
): number | undefined {
  const isFull = tokens >= model.contextTokens * FULL;
  const isWorthwhile = session.viewTokens * scale >= model.contextTokens * WORTHWHILE;
  if (!isRefused && !(isFull && isWorthwhile)) return undefined;
  // What was refused is more than the model takes, however large its context is said to be.
  const room = isRefused ? Math.min(tokens, model.contextTokens) : model.contextTokens;
  return chooseCut(session.messages(), (room * KEEP) / scale, session.compaction?.covers);
}

async function summarise(told: readonly Message[], { session, model, signal }: CompactDeps) {
  const record = told.map(tell).join("\n\n");
  try {
    const reply = await model.respond({
      system: INSTRUCTIONS,
      messages: [{ role: "user", text: record }],
      takenIds: session.callIds,
      tools: [],
      signal,
      onText: () => undefined,
      // The turn that it makes room for is what waits.
      onRetry: (retry) => session.emit({ type: "turn.retried", turn: session.turns + 1, ...retry }),
    });
    if (reply.message.text.trim() !== "") return { summary: reply.message.text, usage: reply.usage };
  } catch (error) {
    if (signal.aborted) throw error;
  }
  const calls = told.flatMap((message) =>
    message.role === "tool" ? [`- ${message.name}: ${head(resultText(message.result), 200)}`] : [],
  );
  return { summary: `What was done, without a summary:\n${calls.join("\n")}`, usage: null };
}

function tell(message: Message): string {
  switch (message.role) {
    case "user":
      return `Task or message:\n${head(message.text, HEAD)}`;
    case "assistant":
      return [
        `Agent: ${head(message.text, HEAD)}`,
        ...message.calls.map((call) => `Called ${call.name} ${head(JSON.stringify(call.input), HEAD)}`),
      ].join("\n");
    case "tool":
      return `Result of ${message.name}:\n${head(resultText(message.result), HEAD)}`;
  }
}

/** The first characters, never half of one. */
function head(text: string, length: number): string {
  return text.length <= length ? text : `${headOf(text, length)} ...`;
}
