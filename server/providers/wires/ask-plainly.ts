import type { RawReply } from "../read-reply.ts";
import { sendRequest, toPackage } from "./send-request.ts";
import { type WithoutPackage, writePlain } from "./write-request.ts";

export interface PlainAsk extends WithoutPackage {
  readonly stallMs: number;
}

/**
 * Asks without the package. Undefined where it is needed: nothing was sent if what has to be written is not plain, and if the
 * answer is not, or there is none, it is left in `call.answer` for the package to read. Faults too: packages have their own names
 * for them.
 */
export async function askPlainly({ stallMs, ...ask }: PlainAsk): Promise<RawReply | undefined> {
  const { format, call } = ask;
  const request = writePlain(ask);
  if (!request) return undefined;
  const sent = sendRequest({ ...request, call, format, stallMs });
  const answer = await sent.catch(() => undefined);
  const raw = answer?.whole ? undefined : answer?.stream.plain?.();
  if (!raw) call.answer = async () => toPackage(await sent);
  return raw;
}
