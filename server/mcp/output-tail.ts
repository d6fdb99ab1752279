import { storable } from "../contract/storable.ts";

const longestTail = 8_192;

/** The last words of a process: what it wrote to its error output, kept short and without the secrets it was given. */
export interface OutputTail {
  push(chunk: Buffer): void;
  /** The last non-empty lines, at most `count`, joined by line breaks; empty when there was nothing. */
  lastLines(count: number): string;
}

export function createOutputTail(secrets: readonly string[]): OutputTail {
  let tail = Buffer.alloc(0);
  return {
    push(chunk) {
      tail = Buffer.concat([tail, chunk]).subarray(-longestTail);
    },
    lastLines(count) {
      const text = storable(
        secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), tail.toString("utf8")),
      );
      // Colours are of no use here: an escape character, `[`, numbers and a letter.
      const plain = text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, "g"), "");
      const lines = plain.split(/\r?\n/).map((line) => line.trimEnd().slice(0, 500).toWellFormed());
      return lines
        .filter((line) => line !== "")
        .slice(-count)
        .join("\n");
    },
  };
}
