import type { Message } from "../contract/message.ts";
import { resultText } from "../contract/tool-result.ts";

/** Quarters of a token that a character of ASCII takes: words are long pieces, digits and signs are short ones. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z\s]/i.test(String.fromCharCode(code)) ? 1 : 2,
);
/** From here on a character is a piece of its own, or nearly: Indic and Thai scripts, Chinese, Japanese, Korean, emoji. */
const FIRST_WHOLE = 0x0900;

/**
 * About how many tokens a text is, by what its characters are: needs no tokenizer and no provider. Errs to the high side for
 * scripts in which tokenizers differ.
 */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    quarters += ASCII[code] ?? (code < FIRST_WHOLE ? 2 : 4);
  }
  return Math.ceil(quarters / 4);
}

/** A message never changes: it is counted once. */
const counts = new WeakMap<Message, number>();

export function messageTokens(message: Message): number {
  const tokens = counts.get(message) ?? countTokens(message);
  counts.set(message, tokens);
  return tokens;
}

export function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

function countTokens(message: Message): number {
  switch (message.role) {
    case "user":
      return estimateTokens(message.text);
    case "assistant":
      return (
        estimateTokens(message.text) +
        message.calls.reduce((sum, call) => sum + 8 + estimateTokens(JSON.stringify(call.input)), 0)
      );
    case "tool":
      return 8 + estimateTokens(resultText(message.result));
  }
}
