import type { Scrubbed } from "./named-values.ts";
import { PLACEHOLDER } from "./secret-families.ts";

const LONG_HEX = /(?<![A-Za-z0-9])(?:0x)?[0-9a-fA-F]{64,}(?![A-Za-z0-9])/g;

/** Lengths of the digests that people compare: SHA-256, SHA-384, SHA-512. */
const DIGEST_LENGTHS = new Set([64, 96, 128]);

/** Words on the same line before a digest that say what it is. */
const DIGEST_WORD =
  /(?:sha-?\d{3}|sha3|blake\w{0,4}|digest|checksums?|hash(?:es)?|hash[_-]?(?:value|sum)?|integrity|commit|tree|parent|blob|object|revision|etag|fingerprint|merge|index|image|layer|oid|tx|txid|transaction|block)\W{0,4}(?:[\w./@-]{1,80}\W{1,4}){0,2}$/i;

/** Hides long runs of hexadecimal digits, which raw keys are, and leaves digests alone: they are public by nature. */
export function scrubLongHex(text: string): Scrubbed<string> {
  let count = 0;
  const value = text.replace(LONG_HEX, (digits: string, at: number) => {
    if (isDigest(text, at, digits)) return digits;
    count += 1;
    return PLACEHOLDER;
  });
  return { value, count };
}

function isDigest(text: string, at: number, digits: string): boolean {
  if (!DIGEST_LENGTHS.has(digits.length)) return false;
  const after = text.slice(at + digits.length, at + digits.length + 3);
  const before =
    text
      .slice(Math.max(0, at - 120), at)
      .split("\n")
      .at(-1) ?? "";
  // As sha256sum writes it: the digest at the start of a line, two signs, the file.
  if (/^\s*$/.test(before) && /^ [ *]\S/.test(after)) return true;
  return DIGEST_WORD.test(before.replace(/["'`=:(]+\s*$/, (end) => end.slice(0, 1)));
}
