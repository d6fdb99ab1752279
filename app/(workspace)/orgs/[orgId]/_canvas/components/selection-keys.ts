import { leave, type State } from "./agent-keys.ts";

/** What deletes everything that is selected; true when something was deleted. */
type Remove = () => boolean;

/** Keys about what is selected, on the canvas, in the outline and on the page alike; true when one did something. */
export function actOnSelection(state: State, key: string, remove: Remove): boolean {
  if (key === "Delete" || key === "Backspace") return remove();
  return key === "Escape" && leave(state);
}
