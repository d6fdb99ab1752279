import type { KeyboardEvent } from "react";
import type { OutlineRow } from "../model/outline-rows.ts";
import { actOnAgent, type State } from "./agent-keys.ts";
import { actOnItem } from "./item-keys.ts";

/** The rows of the outline and the one that has the focus. */
export interface OutlinePlace {
  readonly rows: readonly OutlineRow[];
  readonly index: number;
}

/** Where a key leads; undefined when it leads nowhere. */
type Step = (place: OutlinePlace) => OutlineRow | undefined;

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: ({ rows, index }) => rows[index - 1],
  ArrowDown: ({ rows, index }) => rows[index + 1],
  Home: ({ rows }) => rows[0],
  End: ({ rows }) => rows.at(-1),
  PageUp: ({ rows, index }) => rows[Math.max(0, index - 10)],
  PageDown: ({ rows, index }) => rows[Math.min(rows.length - 1, index + 10)],
  ArrowRight: ({ rows, index }) => (rows[index]?.isOpen ? rows[index + 1] : undefined),
  ArrowLeft: ({ rows, index }) => {
    const level = rows[index]?.level ?? 1;
    return rows.slice(0, Math.max(0, index)).findLast((row) => row.level < level);
  },
};

/** What a key does in the outline: moves, folds, or edits the row that has the focus; true when it did something. */
export function actOnOutline(state: State, place: OutlinePlace, event: KeyboardEvent): boolean {
  const row = place.rows[place.index];
  if (!row) return false;
  if (row.kind === "agent" && actOnAgent(state, row.id, event)) return true;
  if (row.kind !== "agent" && actOnItem(state, row.id, event)) return true;
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  return foldBy(state, row, event.key) || go(state, place, event);
}

/** Right opens a folded row, left folds an open one. */
function foldBy({ actions }: State, row: OutlineRow, key: string): boolean {
  const isFolding = key === "ArrowLeft" && row.isOpen === true;
  const isUnfolding = key === "ArrowRight" && row.isOpen === false;
  if (isFolding || isUnfolding) actions.toggleFolded(row.id);
  return isFolding || isUnfolding;
}

function go(state: State, place: OutlinePlace, event: KeyboardEvent): boolean {
  const step = steps[event.key];
  if (!step) return false;
  const next = step(place);
  if (next) goTo(state, next, event.shiftKey);
  return true;
}

/** Moves selection and focus to a row; with Shift the selection grows by it. */
export function goTo({ actions, selection }: State, row: OutlineRow, isAdding = false): void {
  if (row.kind === "agent") actions.focus(row.id);
  else actions.focusItem(row.id);
  if (isAdding) actions.select(new Set([...selection, row.id]));
}
