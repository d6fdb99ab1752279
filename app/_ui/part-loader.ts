/** Something that is loaded once, when it is first wanted. */
export interface PartLoader<Part> {
  /** What was loaded; undefined before. */
  read(): Part | undefined;
  /** True when it is there. Never rejects: after a failure the next call tries afresh, while one is under way it is shared. */
  load(): Promise<boolean>;
  /** Called once it is there. */
  subscribe(listener: () => void): () => void;
}

/** Keeps what `load` brought, and forgets that it failed. */
export function createPartLoader<Part>(load: () => Promise<Part>): PartLoader<Part> {
  let part: Part | undefined;
  let underWay: Promise<boolean> | undefined;
  const listeners = new Set<() => void>();
  const attempt = async (): Promise<boolean> => {
    try {
      part = await load();
      for (const listener of listeners) listener();
      return true;
    } catch {
      return false;
    } finally {
      underWay = undefined;
    }
  };
  return {
    read: () => part,
    load: () => {
      if (part !== undefined) return Promise.resolve(true);
      underWay ??= attempt();
      return underWay;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
