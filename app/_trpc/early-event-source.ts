import type { EarlySource } from "./early-fetch.ts";

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
