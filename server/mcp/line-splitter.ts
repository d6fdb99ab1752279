/** Cuts a byte stream into lines. A line that never ends is refused instead of filling the memory. */
export interface LineSplitter {
  /** The lines that this chunk completed, without their line breaks. Throws `RangeError` when one grows over the limit. */
  push(chunk: Buffer): readonly string[];
}

/** `maximumBytes` counts one line. Bytes that are no UTF-8 become U+FFFD. */
export function createLineSplitter(maximumBytes: number): LineSplitter {
  let parts: Buffer[] = [];
  let length = 0;

  function add(part: Buffer): void {
    length += part.length;
    if (length > maximumBytes) {
      parts = [];
      throw new RangeError(`A line is longer than ${maximumBytes} bytes.`);
    }
    if (part.length > 0) parts.push(part);
  }
  function take(): string {
    const line = Buffer.concat(parts).toString("utf8");
    parts = [];
    length = 0;
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  }

  return {
    push(chunk) {
      const lines: string[] = [];
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        add(chunk.subarray(start, end));
        lines.push(take());
        start = end + 1;
      }
      add(chunk.subarray(start));
      return lines;
    },
  };
}
