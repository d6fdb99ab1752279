import type { RunSignal } from "@/server/contract/run-event.ts";

/** Milliseconds between signs of life: less than proxies wait. */
const PING_MS = 15_000;

/**
 * Lists of signals as server-sent events: the id of each is the seq of its last event. `leaving` aborts when the reader goes; where
 * it is aborted from elsewhere, as by a request that ends unread, no sign of life is given any more.
 */
export function toEventStream(
  batches: AsyncIterable<readonly RunSignal[]>,
  leaving: AbortController,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = batches[Symbol.asyncIterator]();
  let ping: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream({
    start(controller) {
      if (leaving.signal.aborted) return controller.close();
      leaving.signal.addEventListener("abort", () => clearInterval(ping), { once: true });
      controller.enqueue(encoder.encode(": open\n\n"));
      ping = setInterval(() => controller.enqueue(encoder.encode(": here\n\n")), PING_MS);
    },
    async pull(controller) {
      const next = await iterator.next().catch((error: unknown) => {
        clearInterval(ping);
        throw error;
      });
      if (next.done) {
        clearInterval(ping);
        // Told apart from a line that broke: there is nothing to come back for.
        controller.enqueue(encoder.encode("event: end\ndata: \n\n"));
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(toMessage(next.value)));
    },
    async cancel() {
      clearInterval(ping);
      leaving.abort();
      await iterator.return?.();
    },
  });
}

function toMessage(batch: readonly RunSignal[]): string {
  const last = batch.findLast((signal) => signal.type !== "text.delta");
  const id = last === undefined ? "" : `id: ${last.seq}\n`;
  return `${id}data: ${JSON.stringify(batch)}\n\n`;
}
