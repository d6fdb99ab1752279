"use client";

import { useCallback } from "react";
import { showToast } from "@/app/_ui/toast-store.ts";
import type { Removal } from "../model/edit-items.ts";
import { plural } from "../model/plural.ts";
import { useEditorStore } from "./editor-context.tsx";

/** Deletes what is selected and offers to undo it; true when something was deleted. */
export function useRemove(): () => boolean {
  const store = useEditorStore();
  return useCallback(() => {
    const { actions } = store.getState();
    const removal = actions.removeSelected();
    if (!removal) return false;
    const after = store.getState();
    const text = describeRemoval(removal);
    actions.announce(text);
    if (after.focusedId !== undefined) actions.focus(after.focusedId);
    actions.select(new Set());
    const undo = () => {
      // Undoing anything newer instead would be a surprise.
      if (store.getState().document === after.document) actions.undo();
      else showToast({ id: "removed", text: "There are newer edits: Undo steps back through them" });
    };
    showToast({ kind: "done", id: "removed", text, action: { label: "Undo", onSelect: undo } });
    return true;
  }, [store]);
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
