import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { RawReply } from "../read-reply.ts";
import { sendRequest, toPackage } from "./send-request.ts";
import type { WireFormat } from "./wire-format.ts";
import { type OpenCall, type RequestFrame, writePlain } from "./write-request.ts";

export interface PlainAsk {
  /** Of the request before. None: the package has to write this one. */
  readonly frame: RequestFrame | undefined;
  readonly format: WireFormat;
  readonly call: OpenCall;
  /** What was added since. */
  readonly prompt: LanguageModelV4Prompt;
  readonly stallMs: number;
}

/**
 * Asks without the package. Undefined where it is needed: nothing was sent if what was added is not plain, and if the answer is
 * not, or there is none, it is left in `call.answer` for the package to read. Faults too: packages have their own names for them.
 */
export async function askPlainly({
  frame,
  format,
  call,
  prompt,
  stallMs,
}: PlainAsk): Promise<RawReply | undefined> {
  const pieces = frame && writePlain({ frame, format, call, prompt });
  if (!frame || !pieces) return undefined;
  const { url, headers } = frame;
  const sent = sendRequest({ url, headers, pieces, call, format, stallMs });
  const answer = await sent.catch(() => undefined);
  const raw = answer?.whole ? undefined : answer?.stream.plain?.();
  if (!raw) call.answer = async () => toPackage(await sent);
  return raw;
}
