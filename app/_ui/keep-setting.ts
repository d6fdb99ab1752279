/** Remembers a choice in this browser; a full or forbidden storage only means that it is forgotten with the page. */
export function keepSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}
