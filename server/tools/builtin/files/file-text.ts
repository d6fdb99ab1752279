import { createHash } from "node:crypto";
import { FileProblem } from "./file-problem.ts";

const PROBE = 8_192;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a file; undefined when it is none: a zero byte, more than a tenth control characters, or no UTF-8. */
export function toText(bytes: Buffer): string | undefined {
  const probe = bytes.subarray(0, PROBE);
  if (probe.includes(0)) return undefined;
  const controls = probe.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0);
  if (controls * 10 > probe.length) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** As `toText`, with a reason in its place. */
export function requireText(bytes: Buffer): string {
  const text = toText(bytes);
  if (text !== undefined) return text;
  throw new FileProblem(
    "tool_failed",
    `This is no text in UTF-8 but a binary file of ${bytes.length} bytes.`,
    "Look for its content in a text file.",
  );
}

/** Tells two contents apart. */
export function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Tab, line feed, form feed, carriage return and escape belong to texts. */
function isControl(byte: number): boolean {
  return byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27;
}
