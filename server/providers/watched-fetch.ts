/** A request or its stream was silent for too long. */
export class StalledError extends Error {
  constructor(seconds: number) {
    super(`Nothing came for ${seconds} seconds`);
    this.name = "StalledError";
  }
}

/** A stream gave signs of life and nothing of the reply for too long. */
export class EmptyStreamError extends Error {
  constructor(milliseconds: number) {
    super(`Only signs of life came for ${Math.round(milliseconds / 1000)} seconds, and nothing of the reply`);
    this.name = "EmptyStreamError";
  }
}

export interface WatchedFetchOptions {
  /** Milliseconds without a byte after which the request is given up. */
  readonly stallMs: number;
}

/**
 * A `fetch` for one attempt: it is given up when nothing comes for `stallMs`, counted from the request and anew with
 * every byte, so that a slow model is waited for and a dead connection is not.
 *
 * Redirects are refused: they could carry a key to another host.
 */
export function createWatchedFetch({ stallMs }: WatchedFetchOptions): typeof fetch {
  return async (input, init) => {
    const stall = new AbortController();
    const signal = init?.signal ? AbortSignal.any([init.signal, stall.signal]) : stall.signal;
    const timer = setTimeout(() => stall.abort(new StalledError(Math.round(stallMs / 1000))), stallMs);
    timer.unref();
    try {
      const response = await fetch(input, { ...init, redirect: "error", signal });
      timer.refresh();
      return response.body ? watchBody(response, timer) : response;
    } catch (error) {
      clearTimeout(timer);
      throw stall.signal.aborted ? stall.signal.reason : error;
    }
  };
}

function watchBody(response: Response, timer: NodeJS.Timeout): Response {
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      timer.refresh();
      controller.enqueue(chunk);
    },
    flush() {
      clearTimeout(timer);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(watch), { status, statusText, headers });
}
