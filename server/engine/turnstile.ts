/** How many pass in one round of the event loop. */
const MOST = 8;

/**
 * Lets so many sessions of a process go on in each round of its event loop. When a thousand of them can go on at once, because their
 * models answered in the same moment, answers of the database, events for those who follow and requests of people would
 * otherwise wait until the last one has moved. One that is alone never waits.
 */
export class Turnstile {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #passed = 0;

  constructor(most: number = MOST) {
    this.#most = most;
  }

  /** Resolves in the order of asking: at once while there is room in this round, otherwise in one of the next. */
  async pass(): Promise<void> {
    if (this.#passed === 0 && this.#waiting.length === 0) setImmediate(() => this.#nextRound());
    this.#passed += 1;
    if (this.#passed <= this.#most) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #nextRound(): void {
    const next = this.#waiting.splice(0, this.#most);
    this.#passed = next.length + this.#waiting.length;
    if (this.#passed > 0) setImmediate(() => this.#nextRound());
    for (const resolve of next) resolve();
  }
}

/** The one of this process, which has one event loop. */
export const turnstile = new Turnstile();
