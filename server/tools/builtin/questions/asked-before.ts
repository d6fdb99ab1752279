import { z } from "zod";
import type { CallId } from "../../../contract/ids.ts";
import type { Message, ToolCall } from "../../../contract/message.ts";

export const ASK_USER = "ask_user";
export const PROMPT_HUMAN = "prompt_human";
export const PROMPT_SECRET = "prompt_secret";
export const REQUEST_INPUT = "request_input";

const SINGLE: ReadonlySet<string> = new Set([PROMPT_HUMAN, PROMPT_SECRET, REQUEST_INPUT]);

const inputSchema = z.object({ questions: z.array(z.unknown()) });

/**
 * How many questions the session had put to a person before this call, open ones included.
 *
 * Counted from the transcript, so that a restart forgets none. Calls that were refused asked nothing.
 */
export function countAskedBefore(messages: readonly Message[], callId: CallId): number {
  let count = 0;
  for (const call of callsBefore(messages, callId)) {
    if (call.name === ASK_USER) count += questionsIn(call);
    if (SINGLE.has(call.name)) count += 1;
  }
  return count;
}

/** The session's calls before this one, without those that were refused. */
export function callsBefore(messages: readonly Message[], callId: CallId): readonly ToolCall[] {
  const refused = new Set(
    messages.flatMap((message) =>
      message.role === "tool" && message.result.status === "error" ? [message.callId] : [],
    ),
  );
  const calls = messages.flatMap(callsOf);
  const at = calls.findIndex((call) => call.callId === callId);
  return (at < 0 ? calls : calls.slice(0, at)).filter((call) => !refused.has(call.callId));
}

function callsOf(message: Message): readonly ToolCall[] {
  return message.role === "assistant" ? message.calls : [];
}

function questionsIn(call: ToolCall): number {
  const parsed = inputSchema.safeParse(call.input);
  return parsed.success ? parsed.data.questions.length : 0;
}
