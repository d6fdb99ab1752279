import { ByteCollector } from "../security/child-process/byte-collector.ts";

/** Cuts a byte stream into lines. A line that never ends is refused instead of filling the memory. */
export interface LineSplitter {
  /** The lines that this chunk completed, without their line breaks. Throws `RangeError` when one grows over the limit. */
  push(chunk: Buffer): readonly string[];
}

/** `maximumBytes` counts one line. Bytes that are no UTF-8 become U+FFFD. */
export function createLineSplitter(maximumBytes: number): LineSplitter {
  const open = new ByteCollector();

  function add(part: Buffer): void {
    if (open.size + part.length > maximumBytes) {
      open.clear();
      throw new RangeError(`A line is longer than ${maximumBytes} bytes.`);
    }
    open.add(part);
  }
  /** The line that ends with this part. Most lines come whole: those are not copied. */
  function take(part: Buffer): string {
    if (open.size > 0 || part.length > maximumBytes) add(part);
    const line = open.size > 0 ? open.text() : part.toString("utf8");
    open.clear();
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  }

  return {
    push(chunk) {
      const lines: string[] = [];
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        lines.push(take(chunk.subarray(start, end)));
        start = end + 1;
      }
      add(chunk.subarray(start));
      return lines;
    },
  };
}
