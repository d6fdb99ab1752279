import type { Readable } from "node:stream";
import { Agent, type Dispatcher, errors } from "undici";
import { BrokenStreamError } from "../read-reply.ts";
import { StalledError } from "../watched-fetch.ts";
import { PushedBody } from "./pushed-body.ts";

/** How long an answer may take is watched for each request: the client's own limits are off. */
const dispatcher = new Agent({
  // For the next call of a session, whose tools take their time; a server that says less is believed.
  keepAliveTimeout: 60_000,
  headersTimeout: 0,
  bodyTimeout: 0,
  connect: { timeout: 60_000 },
  allowH2: false,
});

/** What they say is no longer true of a body that was read. */
const OF_THE_BODY: ReadonlySet<string> = new Set(["content-length", "content-encoding"]);

export interface LeanPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8; sent one after the other, never joined. */
  readonly pieces: readonly Buffer[];
  readonly signal: AbortSignal | undefined;
  /** Milliseconds without a byte after which the request is given up. */
  readonly stallMs: number;
}

export interface LeanResponse {
  readonly status: number;
  readonly statusText: string;
  /** Empty where it says nothing. */
  readonly contentType: string;
  /** Made when it is looked at: most answers are read without. Without those that described the body as it came. */
  readonly headers: ReadonlyMap<string, string>;
  /** Hands every piece of the body to `onData` and resolves at its end. Throws what `onData` throws. */
  read(onData: (piece: Buffer) => void): Promise<void>;
}

/**
 * A POST over what lies below `fetch`, without its web streams: half the processor time of Node's own client (decision 16). It
 * keeps the promises of `createWatchedFetch`: given up when nothing comes for `stallMs`, redirects refused. Rejects as `fetch`
 * does where no answer comes: with a `TypeError` and its cause.
 */
export async function leanPost(post: LeanPost): Promise<LeanResponse> {
  post.signal?.throwIfAborted();
  const exchange = new Exchange(post);
  try {
    return await exchange.answer;
  } catch (error) {
    // The server closed a kept connection in the moment in which it was used: that is no answer to this request.
    if (exchange.isStale) return new Exchange(post).answer;
    throw error;
  }
}

type ResponseStart = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>;

/** One request and what becomes of it. */
class Exchange implements Dispatcher.DispatchHandler {
  /** Whether it may have been sent over a connection that was closed by then. */
  isStale = false;
  readonly #answer = Promise.withResolvers<LeanResponse>();
  readonly #post: LeanPost;
  readonly #stall: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#giveUp(this.#post.signal?.reason);
  #controller: Dispatcher.DispatchController | undefined;
  #body: PushedBody | undefined;
  /** Why it was given up from this side. */
  #reason: unknown;

  constructor(post: LeanPost) {
    this.#post = post;
    const { origin, path } = placeOf(post.url);
    post.signal?.addEventListener("abort", this.#onAbort, { once: true });
    const stalled = (): void => this.#giveUp(new StalledError(Math.round(post.stallMs / 1_000)));
    this.#stall = setTimeout(stalled, post.stallMs).unref();
    const [only] = post.pieces;
    const length = post.pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    dispatcher.dispatch(
      {
        origin,
        path,
        method: "POST",
        headers: { ...post.headers, "content-length": String(length) },
        body: only && post.pieces.length === 1 ? only : ofMany(post.pieces),
      },
      this,
    );
  }

  get answer(): Promise<LeanResponse> {
    return this.#answer.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#reason !== undefined) controller.abort(toError(this.#reason));
  }

  onResponseStart(...[controller, status, headers, statusText = ""]: ResponseStart): void {
    this.#stall.refresh();
    if (status >= 300 && status < 400) {
      controller.abort(new Error("unexpected redirect"));
      return;
    }
    const body = new PushedBody(String(headers["content-encoding"] ?? ""));
    this.#body = body;
    this.#answer.resolve({
      status,
      statusText,
      contentType: String(headers["content-type"] ?? ""),
      get headers() {
        return toHeaders(headers);
      },
      read: (onData) => this.#read(body, onData),
    });
  }

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    this.#stall.refresh();
    this.#body?.add(piece);
  }

  onResponseEnd(): void {
    this.#end();
    this.#body?.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end();
    // Without its cause: packages would take a network fault for a server that was never reached.
    this.#body?.fail(this.#reason ?? new BrokenStreamError("The connection was lost"));
    this.isStale = this.#reason === undefined && isOfKeptConnection(error);
    this.#answer.reject(this.#reason ?? new TypeError("fetch failed", { cause: error }));
  }

  async #read(body: PushedBody, onData: (piece: Buffer) => void): Promise<void> {
    try {
      await body.read(onData);
    } catch (error) {
      this.#giveUp(error);
      throw error;
    }
  }

  #giveUp(reason: unknown): void {
    this.#reason ??= reason;
    this.#end();
    this.#body?.fail(this.#reason);
    this.#answer.reject(this.#reason);
    this.#controller?.abort(toError(this.#reason));
  }

  #end(): void {
    clearTimeout(this.#stall);
    this.#post.signal?.removeEventListener("abort", this.#onAbort);
  }
}

interface Place {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
}

/** Of the last request: the next one mostly goes to the same place. */
let lastPlace: Place | undefined;

function placeOf(url: string): Place {
  if (lastPlace?.url === url) return lastPlace;
  const { origin, pathname, search } = new URL(url);
  lastPlace = { url, origin, path: `${pathname}${search}` };
  return lastPlace;
}

/** Whether it was closed or reset before the answer began; one that never carried anything cannot have been idle. */
function isOfKeptConnection(error: Error): boolean {
  if (error instanceof errors.SocketError) return (error.socket?.bytesRead ?? 0) > 0;
  return "code" in error && error.code === "ECONNRESET";
}

/** The client takes whatever is iterable, and does not join it; its types do not say so. */
function ofMany(pieces: readonly Buffer[]): Readable {
  return pieces as Iterable<Buffer> as unknown as Readable;
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function toHeaders(headers: ResponseStart[2]): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !OF_THE_BODY.has(name)) kept.set(name, String(value));
  return kept;
}
