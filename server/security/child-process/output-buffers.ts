import { StringDecoder } from "node:string_decoder";
import { tailOf } from "../../contract/cut-text.ts";
import { ByteCollector } from "./byte-collector.ts";

export interface CappedBuffer {
  /** False when the chunk went over the cap: what is over it is not kept. */
  add(chunk: Buffer): boolean;
  isEmpty(): boolean;
  text(): string;
}

/** Keeps the beginning of a stream, up to a number of bytes. */
export function createCappedBuffer(maxBytes: number): CappedBuffer {
  const kept = new ByteCollector();
  return {
    add(chunk) {
      const fitting = chunk.subarray(0, maxBytes - kept.size);
      kept.add(fitting);
      return fitting.byteLength === chunk.byteLength;
    },
    isEmpty: () => kept.size === 0,
    text: () => kept.text(),
  };
}

export interface Tail {
  add(chunk: Buffer): void;
  /** The last characters, with a first line that says so when something before them was dropped. */
  text(): string;
}

/**
 * The end of a text, from the beginning of a line where one begins in it: a cut through a line may go through a secret, whose
 * rest nobody would know for one.
 */
export function lastOf(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : wholeLines(tailOf(text, maxCharacters));
}

function wholeLines(text: string): string {
  return text.slice(text.indexOf("\n") + 1);
}

/** Keeps the end of a stream, up to a number of characters. */
export function createTail(maxCharacters: number): Tail {
  const decoder = new StringDecoder("utf8");
  let kept = "";
  let dropped = 0;
  return {
    add(chunk) {
      kept += decoder.write(chunk);
      if (kept.length > maxCharacters * 2) {
        const tail = tailOf(kept, maxCharacters);
        dropped += kept.length - tail.length;
        kept = tail;
      }
    },
    text() {
      const tail = dropped === 0 ? lastOf(kept, maxCharacters) : wholeLines(tailOf(kept, maxCharacters));
      const missing = dropped + kept.length - tail.length;
      return missing > 0 ? `[${missing} earlier characters are not shown]\n${tail}` : tail;
    },
  };
}
