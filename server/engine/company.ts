import type { SessionStore } from "./ports.ts";

/** Something that waits to be written, and can be written now. */
export interface Lingerer {
  flush(): Promise<void>;
}

/**
 * What waits for company in one store: as soon as one of them is written, all are, so that sessions that work beside each other
 * share commits instead of each waking the database for itself.
 */
export class Company {
  readonly #lingering = new Set<Lingerer>();

  join(one: Lingerer): void {
    this.#lingering.add(one);
  }

  leave(one: Lingerer): void {
    this.#lingering.delete(one);
  }

  /** Writes everything that waits. What goes wrong is told to whoever it belongs to. */
  writeAll(): void {
    if (this.#lingering.size === 0) return;
    const all = [...this.#lingering];
    this.#lingering.clear();
    for (const one of all) void one.flush().catch(() => undefined);
  }
}

const companies = new WeakMap<SessionStore, Company>();

/** The one of everybody who writes to this store. */
export function companyOf(store: SessionStore): Company {
  const known = companies.get(store) ?? new Company();
  companies.set(store, known);
  return known;
}
