import type { SessionStore } from "./ports.ts";

/** Something that waits to be written, and can be written now. */
export interface Lingerer {
  /** When it is written at the latest, as `performance.now` counts. */
  readonly due: number;
  flush(): Promise<void>;
}

/**
 * Milliseconds before its end in which what waits is taken along. Each time a session is written its row changes, so that what has only
 * begun to wait is better written once with what follows it.
 */
const NEAR = 10;

/**
 * What waits for company in one store: as soon as one of them is written, so are those that would be soon, so that sessions that work
 * beside each other share commits instead of each waking the database for itself.
 */
export class Company {
  readonly #lingering = new Set<Lingerer>();
  #isWriting = false;

  join(one: Lingerer): void {
    this.#lingering.add(one);
  }

  leave(one: Lingerer): void {
    this.#lingering.delete(one);
  }

  /** Writes what has waited for most of its time. What goes wrong is told to whoever it belongs to. */
  writeAll(): void {
    // Whoever is written calls for the others as well.
    if (this.#isWriting) return;
    this.#isWriting = true;
    const soon = performance.now() + NEAR;
    for (const one of this.#lingering) if (one.due <= soon) void one.flush().catch(() => undefined);
    this.#isWriting = false;
  }
}

const companies = new WeakMap<SessionStore, Company>();

/** The one of everybody who writes to this store. */
export function companyOf(store: SessionStore): Company {
  const known = companies.get(store) ?? new Company();
  companies.set(store, known);
  return known;
}
