import type { CallId } from "../contract/ids.ts";
import type { Message } from "../contract/message.ts";
import { withoutUnseen } from "../contract/visible-text.ts";

/** Characters of what an agent says of its call that a person is shown before deciding; the transcript has the rest. */
export const MAX_OWN_WORDS = 600;

interface Turn {
  readonly messages: readonly Message[];
  readonly callId: CallId;
  /** Takes secrets out of a text. */
  hide(text: string): string;
}

/**
 * What an agent said in the very turn in which it made a call, on one line, without secrets and of bounded length. Nobody checked
 * it. Undefined where it said nothing.
 */
export function ownWords({ messages, callId, hide }: Turn): string | undefined {
  const turn = messages.findLast(
    (message) => message.role === "assistant" && message.calls.some((call) => call.callId === callId),
  );
  if (turn?.role !== "assistant") return undefined;
  // As it would be read, before anything is cut: half of a secret would not be known any more, nor one that is not written as it looks.
  const line = hide(withoutUnseen(turn.text)).replace(/\s+/gu, " ").trim();
  const letters = [...line];
  if (letters.length === 0) return undefined;
  return letters.length > MAX_OWN_WORDS ? `${letters.slice(0, MAX_OWN_WORDS - 1).join("")}…` : line;
}
