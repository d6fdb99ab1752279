import { StringDecoder } from "node:string_decoder";
import { OversizedReplyError } from "../read-reply.ts";

/** Characters without a line end: beyond that the server is not answering but flooding. */
const MAX_LINE = 8_000_000;
/** Characters of a whole answer, what stands around its texts included: some hundred thousand events. */
const MAX_ANSWER = 128_000_000;

/**
 * Reads server-sent events as they come: pushes in, `onData` out, once for each `data:` line. Providers send one line of JSON an
 * event, so events are not put together; names, ids and comments are skipped.
 */
export function createEventLines(onData: (data: string) => void): (piece: Buffer) => void {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let total = 0;
  return (piece) => {
    total += piece.byteLength;
    if (total > MAX_ANSWER) throw new OversizedReplyError();
    const text = rest + decoder.write(piece);
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      if (text.startsWith("data:", start)) onData(text.slice(start + 5, end).trim());
      start = end + 1;
    }
    rest = start === 0 ? text : text.slice(start);
    if (rest.length > MAX_LINE) throw new OversizedReplyError();
  };
}
