import type { KeyboardEvent } from "react";
import type { State } from "./agent-keys.ts";

/** Keys that edit the group or the note that has the focus, on the canvas and in its row of the outline alike. */
export function actOnItem({ actions, selection }: State, itemId: string, event: KeyboardEvent): boolean {
  if (event.key === "F2" || (event.key === "Enter" && !event.ctrlKey && !event.metaKey)) {
    actions.setRenaming(itemId);
    return true;
  }
  if (event.key === " " && event.ctrlKey) {
    const next = new Set(selection);
    if (!next.delete(itemId)) next.add(itemId);
    actions.select(next);
    return true;
  }
  return false;
}
