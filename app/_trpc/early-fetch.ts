/** A stream that was opened before its reader was there, with what has come since. */
export interface EarlySource {
  readonly source: EventSource;
  readonly heard: readonly Event[];
  leave(): void;
}

declare global {
  interface Window {
    /** What the document asked for by itself; see `earlyScript`. */
    openhiveEarly?: {
      responses: Record<string, Promise<Response>>;
      sources: Record<string, EarlySource>;
    };
  }
}

/**
 * `fetch`, or the answer to the same question if the document asked it already. An answer is given once, and none after something
 * was changed from here: it may be older than the change.
 */
export const fetchOrTakeEarly: typeof fetch = (input, init) => {
  const early = typeof window === "undefined" ? undefined : window.openhiveEarly;
  if (!early) return fetch(input, init);
  const url = String(input);
  const response = early.responses[url];
  if ((init?.method ?? "GET") !== "GET") early.responses = {};
  else if (response) {
    delete early.responses[url];
    return response.catch(() => fetch(input, init));
  }
  return fetch(input, init);
};
