/** What was pushed and not taken yet, for one reader who waits for it. */
export class Inbox<Item> {
  readonly #items: Item[] = [];
  #taken = 0;
  #wake: (() => void) | undefined;
  #isClosed = false;

  get size(): number {
    return this.#items.length - this.#taken;
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** Drops what was not taken. */
  clear(): void {
    this.#items.length = 0;
    this.#taken = 0;
  }

  /** From now on there is nothing more to wait for. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** The next one; undefined when it is closed, or when none came within so many milliseconds. */
  async next(milliseconds?: number): Promise<Item | undefined> {
    if (this.#taken === this.#items.length && !this.#isClosed) await this.#wait(milliseconds);
    const item = this.#items[this.#taken];
    if (this.#taken < this.#items.length) this.#taken += 1;
    if (this.#taken === this.#items.length) {
      this.#items.length = 0;
      this.#taken = 0;
    }
    return item;
  }

  async #wait(milliseconds: number | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
