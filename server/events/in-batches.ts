import { setImmediate as nextRound } from "node:timers/promises";

/** While a reader is slow, no further list is taken for it once this many values wait. */
const MOST = 1_000;

/**
 * Lists that come close together as one, in the same order: many small commits are one piece for a reader, and a page of a long
 * past stays one. Never an empty one. Nothing waits for company longer than one round of the event loop.
 */
export async function* inBatches<Value>(
  source: AsyncIterable<readonly Value[]>,
): AsyncGenerator<readonly Value[]> {
  const pump = new Pump(source);
  try {
    for (;;) {
      const batch = await pump.take();
      if (batch.length === 0) return;
      yield batch;
    }
  } finally {
    pump.stop();
  }
}

class Pump<Value> {
  readonly #iterator: AsyncIterator<readonly Value[]>;
  #lists: (readonly Value[])[] = [];
  #waiting = 0;
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  #changed = Promise.withResolvers<void>();
  #taken = Promise.withResolvers<void>();

  constructor(source: AsyncIterable<readonly Value[]>) {
    this.#iterator = source[Symbol.asyncIterator]();
    void this.#fill();
  }

  /** Waits for something; empty when there is nothing more. Rejects with what the source rejected with. */
  async take(): Promise<readonly Value[]> {
    if (this.#waiting === 0 && !this.#isOver) await this.#changed.promise;
    if (!this.#isOver) await nextRound();
    const lists = this.#lists;
    this.#lists = [];
    this.#waiting = 0;
    this.#taken.resolve();
    if (lists.length === 0 && this.#failure) throw this.#failure.error;
    // A list without company is handed on as it is.
    return lists.length === 1 && lists[0] ? lists[0] : lists.flat();
  }

  stop(): void {
    this.#isOver = true;
    this.#taken.resolve();
    this.#iterator.return?.().catch(() => undefined);
  }

  async #fill(): Promise<void> {
    try {
      while (!this.#isOver) {
        const next = await this.#iterator.next();
        if (next.done) break;
        if (next.value.length === 0) continue;
        this.#lists.push(next.value);
        this.#waiting += next.value.length;
        this.#tell();
        if (this.#waiting >= MOST) {
          this.#taken = Promise.withResolvers<void>();
          await this.#taken.promise;
        }
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#isOver = true;
    this.#tell();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
