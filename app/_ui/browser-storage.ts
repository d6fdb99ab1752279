/** What is used of the browser's storage. */
export type SettingStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * The browser's storage, which people can forbid: merely touching it throws then, also while a page renders. Here nothing
 * is found in it instead; only who writes is told, by the error that the browser throws when it is full as well.
 */
export const browserStorage: SettingStorage = {
  getItem(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key, value) {
    localStorage.setItem(key, value);
  },
  removeItem(key) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Then nothing is in it.
    }
  },
};

/** Remembers a choice in this browser; a full or forbidden storage only means that it is forgotten with the page. */
export function keepSetting(key: string, value: string): void {
  try {
    browserStorage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}
