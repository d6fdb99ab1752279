import { AppError, isAppError } from "../contract/app-error.ts";

interface SharedReadersOptions {
  /** Rejects with `not_found` when the link leads nowhere any more. */
  readonly check: (token: string) => Promise<unknown>;
  /** Milliseconds after which a reader of a link that was taken back gets nothing more. */
  readonly recheckMs: number;
  /** Readers of one link in this process. */
  readonly most: number;
}

/** All who look through one link. */
interface Link {
  readonly gone: AbortController;
  readonly timer: ReturnType<typeof setInterval>;
  readers: number;
}

/** One who looks through a link. */
interface SharedReader {
  /** Aborts when the link leads nowhere any more. */
  readonly gone: AbortSignal;
  /** To be called when the reader goes; a second time changes nothing. */
  readonly leave: () => void;
}

/**
 * Who looks through links now. Whoever has a link may open it as often as they like: so many readers at once are served, and whether the link
 * still holds is asked once for all of them.
 */
export class SharedReaders {
  readonly #options: SharedReadersOptions;
  readonly #links = new Map<string, Link>();

  constructor(options: SharedReadersOptions) {
    this.#options = options;
  }

  /** Throws `unavailable` while as many look as may. */
  enter(token: string): SharedReader {
    const link = this.#links.get(token) ?? this.#watch(token);
    if (link.readers >= this.#options.most)
      throw new AppError(
        "unavailable",
        "As many people look at this run as can at once. Try again in a minute.",
      );
    link.readers += 1;
    let isHere = true;
    const leave = () => {
      if (!isHere) return;
      isHere = false;
      link.readers -= 1;
      if (link.readers === 0) this.#forget(token, link);
    };
    return { gone: link.gone.signal, leave };
  }

  #watch(token: string): Link {
    const gone = new AbortController();
    const look = async () => {
      const error = await this.#options.check(token).catch((reason: unknown) => reason);
      // A database that does not answer says nothing about the link.
      if (!isAppError(error) || error.code !== "not_found") return;
      this.#forget(token, link);
      gone.abort();
    };
    const timer = setInterval(() => void look(), this.#options.recheckMs);
    const link: Link = { gone, timer, readers: 0 };
    this.#links.set(token, link);
    return link;
  }

  #forget(token: string, link: Link): void {
    clearInterval(link.timer);
    if (this.#links.get(token) === link) this.#links.delete(token);
  }
}
