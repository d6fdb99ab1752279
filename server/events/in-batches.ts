import { setImmediate as nextRound } from "node:timers/promises";

/** Values of a batch at most: while a reader is slow, no more than this is held for it. */
const MOST = 1_000;

/**
 * What comes one by one, in the same order, as lists of what is there at the same time: a reader who joins late gets a long
 * past in a few large pieces. Nothing waits for company longer than one round of the event loop.
 */
export async function* inBatches<Value>(source: AsyncIterable<Value>): AsyncGenerator<readonly Value[]> {
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
  readonly #iterator: AsyncIterator<Value>;
  #values: Value[] = [];
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  #changed = Promise.withResolvers<void>();
  #taken = Promise.withResolvers<void>();

  constructor(source: AsyncIterable<Value>) {
    this.#iterator = source[Symbol.asyncIterator]();
    void this.#fill();
  }

  /** Waits for something; empty when there is nothing more. Rejects with what the source rejected with. */
  async take(): Promise<readonly Value[]> {
    if (this.#values.length === 0 && !this.#isOver) await this.#changed.promise;
    if (!this.#isOver) await nextRound();
    const values = this.#values;
    this.#values = [];
    this.#taken.resolve();
    if (values.length === 0 && this.#failure) throw this.#failure.error;
    return values;
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
        this.#values.push(next.value);
        this.#tell();
        if (this.#values.length >= MOST) {
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
