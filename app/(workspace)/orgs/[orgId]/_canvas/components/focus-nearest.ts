import type { State } from "./agent-keys.ts";

/** Gives the focus to the agent closest to what has gone, or to the canvas where none is left; what is selected stays so. */
export function focusNearest({ actions, focusedId, selection }: State): void {
  if (focusedId === undefined) {
    document.getElementById("main")?.focus();
    return;
  }
  actions.focus(focusedId);
  actions.select(selection);
}
