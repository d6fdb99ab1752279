import type { State } from "./agent-keys.ts";
import { focusNearest } from "./focus-nearest.ts";

/** Esc in the inspector: the focus goes back to what is shown there, or to who had it last; what is selected stays so. */
export function leaveInspector(state: State): void {
  const { actions, cards, document: drawing, selection } = state;
  const [first = ""] = selection;
  const id = drawing.lines.find((line) => line.id === first)?.childId ?? first;
  if (selection.size !== 1) focusNearest(state);
  else if (cards.has(id)) focusNearest({ ...state, focusedId: id });
  else actions.focusItem(id);
}
