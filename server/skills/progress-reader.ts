import { StringDecoder } from "node:string_decoder";
import { z } from "zod";

const progressSchema = z.object({ progress: z.json() });
const EVERY_MS = 500;
const MAX_TOLD = 200;
const MAX_TEXT = 2_000;
const LINE_END = 10;
const MAX_PENDING = 100_000;

/**
 * Picks the lines `{"progress": value}` out of what a call writes, in whatever pieces it comes. Tells at most two a second and
 * 200 in all, of several that come at once the last.
 */
export function createProgressReader(tell: (text: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder("utf8");
  let pending = "";
  let told = 0;
  let lastAt = Number.NEGATIVE_INFINITY;

  return (chunk) => {
    pending += decoder.write(chunk);
    // An answer is one long line, and may come sign by sign: it is neither kept here nor looked through each time.
    if (pending.length > MAX_PENDING * 2) pending = pending.slice(-MAX_PENDING);
    if (!chunk.includes(LINE_END)) return;
    const lines = pending.split("\n");
    pending = lines.pop() ?? "";
    const text = lines.map(textOf).findLast((one) => one !== undefined);
    if (text === undefined || told >= MAX_TOLD || performance.now() - lastAt < EVERY_MS) return;
    told += 1;
    lastAt = performance.now();
    tell(text);
  };
}

function textOf(line: string): string | undefined {
  try {
    const { progress } = progressSchema.parse(JSON.parse(line));
    return (typeof progress === "string" ? progress : JSON.stringify(progress)).slice(0, MAX_TEXT);
  } catch {
    return undefined;
  }
}
