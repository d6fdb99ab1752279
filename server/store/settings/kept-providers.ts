import type { ProviderStore, StoredProvider } from "./provider-store.ts";

/** Milliseconds after which a process looks for itself, should the doorbell have failed. */
const LOOK = 5_000;
/** Names in orgs are anybody's: more than this are not kept. */
const MOST = 1_000;

export interface KeptProviders extends ProviderStore {
  /** Something was saved or removed, here or elsewhere: the next look reads anew. */
  changed(): void;
}

interface Kept {
  readonly found: Promise<StoredProvider | undefined>;
  readonly until: number;
}

/** Providers as they are stored, read once for all sessions of this process and again when they change. */
export function keepProviders(store: ProviderStore): KeptProviders {
  const kept = new Map<string, Kept>();
  const read = (id: string): Promise<StoredProvider | undefined> => {
    const found = store.find(id);
    const entry = { found, until: performance.now() + LOOK };
    if (kept.size >= MOST) kept.clear();
    kept.set(id, entry);
    found.catch(() => {
      if (kept.get(id) === entry) kept.delete(id);
    });
    return found;
  };
  return {
    list: () => store.list(),
    find(id) {
      const known = kept.get(id);
      return known && performance.now() < known.until ? known.found : read(id);
    },
    async save(provider) {
      await store.save(provider);
      kept.clear();
    },
    async remove(id) {
      await store.remove(id);
      kept.clear();
    },
    // What is being read now may be old already: it is kept by nobody.
    changed: () => kept.clear(),
  };
}
