import { turnstile } from "../../engine/turnstile.ts";
import { MAX_REPLY_CHARACTERS, OversizedReplyError } from "../read-reply.ts";
import { createEventLines } from "./event-lines.ts";
import type { LeanResponse } from "./lean-post.ts";
import type { ReplyStream } from "./wire-format.ts";

/**
 * Reads the answer to its end. Gives it back where it was no stream, for a package to read: refusals, and replies of servers
 * that do not stream. Otherwise it went into `stream`.
 */
export async function readAnswer(response: LeanResponse, stream: ReplyStream): Promise<Response | undefined> {
  const isStream = !response.contentType.includes("json");
  if (response.status < 200 || response.status >= 300 || !isStream) {
    const { status, statusText } = response;
    return new Response(await readText(response), { status, statusText, headers: [...response.headers] });
  }
  await response.read(createEventLines((data) => stream.add(data)));
  await turnstile.pass();
  return undefined;
}

/** A stream that was read, as a package takes it that asked for none: the whole reply in one piece. */
export function toWhole({ headers }: LeanResponse, stream: ReplyStream): Response {
  return toResponse(headers, Buffer.from(stream.finish()));
}

async function readText(response: LeanResponse): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  await response.read((piece) => {
    size += piece.byteLength;
    if (size > MAX_REPLY_CHARACTERS) throw new OversizedReplyError();
    pieces.push(piece);
  });
  return Buffer.concat(pieces).toString("utf8");
}

/** As much of a `Response` as packages use: a real one would read the text through a web stream. */
function toResponse(headers: ReadonlyMap<string, string>, body: Buffer): Response {
  let isRead = false;
  const reader = {
    async read() {
      if (isRead) return { done: true, value: undefined };
      isRead = true;
      return { done: false, value: body };
    },
    cancel: async () => undefined,
    releaseLock: () => undefined,
  };
  const response = { ok: true, status: 200, statusText: "OK", headers, body: { getReader: () => reader } };
  return response as unknown as Response;
}
