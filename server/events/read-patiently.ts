import { setTimeout as delay } from "node:timers/promises";
import { StoreUnavailableError } from "../engine/ports.ts";

/** Milliseconds between attempts to read while the store is away. */
const RETRY = 500;

/** Reads until the store answers, or the signal aborts: a reader sees a pause and no gap. */
export async function readPatiently<Page>(signal: AbortSignal, read: () => Promise<Page>): Promise<Page> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      await delay(RETRY, undefined, { signal });
    }
  }
}
