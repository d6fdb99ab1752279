/** Text of a file, with what is unusual about how it is written. */
export interface DecodedText {
  readonly text: string;
  /** Undefined for clean UTF-8. */
  readonly problem: "utf-16" | "not-utf-8" | undefined;
}

/** Reads UTF-8, and UTF-16 with a byte order mark. Bytes that are neither become U+FFFD. Never throws. */
export function decodeText(content: Uint8Array): DecodedText {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder("utf-16le").decode(content), problem: "utf-16" };
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder("utf-16be").decode(content), problem: "utf-16" };
  try {
    return {
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content),
      problem: undefined,
    };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(content), problem: "not-utf-8" };
  }
}
