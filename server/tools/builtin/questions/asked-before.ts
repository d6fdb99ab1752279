import { z } from "zod";
import type { CallId } from "../../../contract/ids.ts";
import type { Message, ToolCall } from "../../../contract/message.ts";

export const ASK_USER = "ask_user";
export const PROMPT_HUMAN = "prompt_human";
export const PROMPT_SECRET = "prompt_secret";

const inputSchema = z.object({ questions: z.array(z.unknown()) });

/**
 * How many questions the session had put to a person before this call, open ones included.
 *
 * Counted from the transcript, so that a restart forgets none. Calls that were refused asked nothing.
 */
export function countAskedBefore(messages: readonly Message[], callId: CallId): number {
  const refused = new Set(
    messages.flatMap((message) =>
      message.role === "tool" && message.result.status === "error" ? [message.callId] : [],
    ),
  );
  let count = 0;
  for (const call of messages.flatMap(callsOf)) {
    if (call.callId === callId) break;
    if (refused.has(call.callId)) continue;
    if (call.name === ASK_USER) count += questionsIn(call);
    if (call.name === PROMPT_HUMAN || call.name === PROMPT_SECRET) count += 1;
  }
  return count;
}

function callsOf(message: Message): readonly ToolCall[] {
  return message.role === "assistant" ? message.calls : [];
}

function questionsIn(call: ToolCall): number {
  const parsed = inputSchema.safeParse(call.input);
  return parsed.success ? parsed.data.questions.length : 0;
}
