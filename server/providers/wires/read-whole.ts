import { turnstile } from "../../engine/turnstile.ts";
import { MAX_REPLY_CHARACTERS, OversizedReplyError } from "../read-reply.ts";
import { EmptyStreamError } from "../watched-fetch.ts";
import { createEventLines } from "./event-lines.ts";
import type { LeanResponse } from "./lean-post.ts";
import type { ReplyStream } from "./wire-format.ts";

/**
 * How much longer than a silent one a server is waited for that sends signs of life and nothing of its reply: some send them
 * while a model thinks in secret, and some for ever.
 */
const PATIENCE_WITH_SIGNS_OF_LIFE = 2.5;

/**
 * Reads the answer to its end. Gives it back where it was no stream, for a package to read: refusals, and replies of servers
 * that do not stream. Otherwise it went into `stream`.
 */
export async function readAnswer(
  response: LeanResponse,
  stream: ReplyStream,
  stallMs: number,
): Promise<Response | undefined> {
  const isStream = !response.contentType.includes("json");
  if (response.status < 200 || response.status >= 300 || !isStream) {
    const { status, statusText } = response;
    return new Response(await readText(response), { status, statusText, headers: [...response.headers] });
  }
  const read = createEventLines((data) => stream.add(data));
  await response.read(watchGrowth(read, stream, stallMs * PATIENCE_WITH_SIGNS_OF_LIFE));
  await turnstile.pass();
  return undefined;
}

/** Needs no timer: a server from which nothing at all comes is given up by who sent the request. */
function watchGrowth(read: (piece: Buffer) => void, stream: ReplyStream, mostMs: number) {
  let size = stream.size;
  let grownAt = performance.now();
  return (piece: Buffer): void => {
    read(piece);
    const now = performance.now();
    if (stream.size === size && now - grownAt > mostMs) throw new EmptyStreamError(mostMs);
    if (stream.size !== size) grownAt = now;
    size = stream.size;
  };
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
