import { type LeanResponse, leanPost } from "./lean-post.ts";
import { readAnswer, toWhole } from "./read-whole.ts";
import type { ReplyStream, WireFormat } from "./wire-format.ts";
import type { OpenCall } from "./write-request.ts";

export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly Buffer[];
  readonly call: OpenCall;
  readonly format: WireFormat;
  /** Milliseconds without a byte after which the request is given up. */
  readonly stallMs: number;
}

/** An answer that was read to its end. */
export interface WireAnswer {
  /** Where it was no stream: a refusal, or a server that does not stream. */
  readonly whole: Response | undefined;
  readonly response: LeanResponse;
  readonly stream: ReplyStream;
}

/** Sends a request and reads its answer, text of which is handed on as it comes. Rejects as `leanPost` and the stream do. */
export async function sendRequest({ format, call, ...sent }: SentRequest): Promise<WireAnswer> {
  const { url, headers, pieces, stallMs } = sent;
  const response = await leanPost({ url, headers, pieces, signal: call.request.signal, stallMs });
  const stream = format.open((text) => {
    call.isStreamed = true;
    call.request.onText(text);
  });
  call.stream = stream;
  return { whole: await readAnswer(response, stream, stallMs), response, stream };
}

/** The answer as a package takes it. Throws where a stream ended before its reply did. */
export function toPackage({ whole, response, stream }: WireAnswer): Response {
  return whole ?? toWhole(response, stream);
}
