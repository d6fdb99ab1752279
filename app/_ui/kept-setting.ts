import { browserStorage, keepSetting } from "./browser-storage.ts";

/** A choice of this browser that parts of a page follow, in each of its tabs. */
export interface KeptSetting {
  /** Null until something was written. */
  readonly read: () => string | null;
  readonly write: (value: string) => void;
  /** For `useSyncExternalStore`: tells of changes in this tab and in others. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Keeps a choice under a key of the browser's storage. */
export function createKeptSetting(key: string): KeptSetting {
  const listeners = new Set<() => void>();
  return {
    read: () => browserStorage.getItem(key),
    write(value) {
      keepSetting(key, value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      window.addEventListener("storage", listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", listener);
      };
    },
  };
}
