"use client";

import { useEffect, useRef } from "react";
import { useEditor, useEditorActions } from "./editor-context.tsx";

/**
 * On a small screen outline and inspector are sheets, of which one is there at a time. The outline gives way to the inspector that
 * is asked for and to a card that is touched; closed by itself it leaves nothing selected, so that no other sheet comes after it.
 */
export function useOneSheet(isNarrow: boolean): void {
  const isOutlineOpen = useEditor((state) => state.isOutlineOpen);
  const isWanted = useEditor((state) => state.isInspectorCalled || state.workplace === "canvas");
  const { setOutlineOpen, select } = useEditorActions();
  const wasOpen = useRef(isOutlineOpen);
  const givesWay = useRef(false);
  useEffect(() => {
    if (isNarrow && isOutlineOpen && isWanted) {
      givesWay.current = true;
      setOutlineOpen(false);
      return;
    }
    if (isNarrow && wasOpen.current && !isOutlineOpen && !givesWay.current) select(new Set());
    wasOpen.current = isOutlineOpen;
    givesWay.current = false;
  }, [isNarrow, isOutlineOpen, isWanted, setOutlineOpen, select]);
}

/** The card that was worked on takes the focus that a sheet leaves behind with nobody. */
export function focusCard(agentId: string | undefined): void {
  // After the sheet has given it back to where it came from, if that is still there.
  setTimeout(() => {
    if (agentId === undefined || document.activeElement !== document.body) return;
    document
      .querySelector<HTMLElement>(`[data-agent-id="${CSS.escape(agentId)}"]`)
      ?.focus({ preventScroll: true });
  });
}
