/** A stream that was opened before its reader was there, with what has come since. */
interface EarlySource {
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

/**
 * An `EventSource`, or the one that the document opened for the same address. What came before it had a reader is told right after
 * the reader has begun to listen, in its order and before all that is new.
 */
export const EarlyEventSource = new Proxy(globalThis.EventSource, {
  construct(Source, [url, init]: [string, EventSourceInit?]) {
    const early = window.openhiveEarly?.sources[url];
    if (window.openhiveEarly) delete window.openhiveEarly.sources[url];
    if (!early || isBroken(early)) return new Source(url, init);
    const { source, heard, leave } = early;
    queueMicrotask(() => {
      leave();
      for (const event of heard) source.dispatchEvent(toNew(event));
    });
    return source;
  },
});

/** Closed, and not because all was told. */
function isBroken({ source, heard }: EarlySource): boolean {
  return source.readyState === source.CLOSED && heard.at(-1)?.type !== "return";
}

/** An event can be dispatched once only. */
function toNew(event: Event): Event {
  if (!(event instanceof MessageEvent)) return new Event(event.type);
  const { data, lastEventId } = event as MessageEvent<unknown>;
  return new MessageEvent(event.type, { data, lastEventId });
}
