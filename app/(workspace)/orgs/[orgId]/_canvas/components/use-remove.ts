"use client";

import { useCallback } from "react";
import { showToast } from "@/app/_ui/toast-store.ts";
import type { Removal } from "../model/edit-items.ts";
import { plural } from "../model/plural.ts";
import type { EditorState } from "../store/editor-state.ts";
import { useEditorStore } from "./editor-context.tsx";
import { focusNearest } from "./focus-nearest.ts";

/** Deletes what is selected and offers to undo it; true when something was deleted. */
export function useRemove(): () => boolean {
  const store = useEditorStore();
  return useCallback(() => {
    const { actions, ...before } = store.getState();
    const removal = actions.removeSelected();
    if (!removal) return false;
    const text = describeRemoval(removal);
    actions.announce(text);
    const childId = childOfLine(before);
    if (childId !== undefined) actions.setFocused(childId);
    const after = store.getState();
    focusNearest(after);
    const undo = () => {
      // Undoing anything newer instead would be a surprise.
      if (store.getState().document === after.document) actions.undo();
      else showToast({ id: "removed", text: "There are newer edits: Undo steps back through them" });
    };
    showToast({ kind: "done", id: "removed", text, action: { label: "Undo", onSelect: undo } });
    return true;
  }, [store]);
}

/** Who reported over the line that is all that is selected: the focus stays where the line was. */
function childOfLine({ document, selection }: EditorState): string | undefined {
  const [only] = selection;
  return selection.size === 1 ? document.lines.find(({ id }) => id === only)?.childId : undefined;
}

/** "Fact checker deleted, with 1 line". */
function describeRemoval({ agentNames, lineCount, noteCount, groupNames }: Removal): string {
  const [first] = agentNames;
  const [group] = groupNames;
  if (first === undefined && group !== undefined)
    return groupNames.length === 1
      ? `${group || "Group"} taken away, what it held stays`
      : `${plural(groupNames.length, "group")} taken away, what they held stays`;
  if (first === undefined)
    return noteCount > 0 ? `${plural(noteCount, "note")} deleted` : `${plural(lineCount, "line")} deleted`;
  const what = agentNames.length === 1 ? first : plural(agentNames.length, "agent");
  return lineCount === 0 ? `${what} deleted` : `${what} deleted, with ${plural(lineCount, "line")}`;
}
