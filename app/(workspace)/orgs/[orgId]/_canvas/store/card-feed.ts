import type { EditorStore, EditorStoreState } from "./create-editor-store.ts";

/** The store as cards read it. */
export type CardFeed = Pick<EditorStore, "getState" | "getInitialState" | "subscribe">;

/** Everything that a card shows, or that decides how. */
const shown = [
  "cards",
  "zoomStep",
  "focusedId",
  "dropTargetId",
  "renamingId",
  "workplace",
  "focusRequest",
] as const satisfies readonly (keyof EditorStoreState)[];

/**
 * Tells cards of changes that cards show. A drag changes where one of them stands with every move of the pointer, which none of
 * them shows: hundreds would be asked for nothing.
 */
export function createCardFeed(store: EditorStore): CardFeed {
  const listeners = new Set<(state: EditorStoreState, before: EditorStoreState) => void>();
  let stop: (() => void) | undefined;
  const tell = (state: EditorStoreState, before: EditorStoreState): void => {
    if (shown.every((part) => state[part] === before[part])) return;
    for (const listener of listeners) listener(state, before);
  };
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe(listener) {
      listeners.add(listener);
      stop ??= store.subscribe(tell);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}
