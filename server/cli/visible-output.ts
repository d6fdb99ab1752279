import type { Output } from "./output.ts";

/**
 * Characters that move the cursor, colour or hide what follows in a terminal, turn the direction of writing, or show as nothing.
 * A line break and a tab are none.
 */
const UNSEEN =
  /(?![\t\n])\p{Cc}|[\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu;

/** The same text for people, with such characters written out: `‹U+001B›`. */
export function toVisible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `‹U+${code}›`;
  });
}

/** The same JSON text with such characters escaped, which means the same to whoever reads it. */
function toAscii(json: string): string {
  return json.replace(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16).padStart(4, "0");
      return `\\u${unit}`;
    }).join(""),
  );
}

/** An output for what strangers wrote: nothing in it reaches the terminal as a command. `isJson`: what is printed is JSON. */
export function toVisibleOutput(output: Output, isJson: boolean): Output {
  return {
    print: (line) => output.print(isJson ? toAscii(line) : toVisible(line)),
    tell: (line) => output.tell(toVisible(line)),
  };
}
