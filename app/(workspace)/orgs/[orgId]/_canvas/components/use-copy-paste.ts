"use client";

import { useEffect } from "react";
import { loadOrTell } from "@/app/_ui/load-or-tell.ts";
import { showToast } from "@/app/_ui/toast-store.ts";
import { copyItems, pasteItems } from "../model/clipboard.ts";
import { withFolded } from "../model/folding.ts";
import { plural } from "../model/plural.ts";
import type { EditorStore } from "../store/create-editor-store.ts";
import { useEditorStore } from "./editor-context.tsx";
import { isDialogOpen, isTyping } from "./is-typing.ts";
import { useRemove } from "./use-remove.ts";

/** As many as the contract lets an org hold. */
const mostAgents = 5_000;

/** Copies, cuts and pastes agents as JSON, also between orgs; text fields and selected text keep their own clipboard. */
export function useCopyPaste(): void {
  const store = useEditorStore();
  const remove = useRemove();
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => copy(store, event);
    const onCut = (event: ClipboardEvent) => {
      if (copy(store, event)) remove();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || isDialogOpen()) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      void paste(store, text);
    };
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCut);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCut);
      document.removeEventListener("paste", onPaste);
    };
  }, [store, remove]);
}

function copy(store: EditorStore, event: ClipboardEvent): boolean {
  const { document: drawing, selection, folding, actions } = store.getState();
  const hasText = (getSelection()?.toString() ?? "") !== "";
  if (isTyping(event.target) || isDialogOpen() || hasText || selection.size === 0) return false;
  const piece = copyItems(drawing, withFolded(drawing, selection, folding));
  const count = piece.agents.length + piece.notes.length + piece.groups.length;
  if (count === 0) return false;
  event.clipboardData?.setData("text/plain", JSON.stringify(piece, undefined, 2));
  event.preventDefault();
  actions.announce(`${plural(count, "card")} copied`);
  return true;
}

async function paste(store: EditorStore, text: string): Promise<void> {
  if (text.trim() === "") return;
  const reader = await loadOrTell({
    load: () => import("../model/read-clipboard.ts"),
    again: () => void paste(store, text),
  });
  if (!reader) return;
  const piece = reader.readClipboard(text);
  const { document: drawing, selection, cards, actions } = store.getState();
  if (!piece) {
    if (text.includes("openhive/agents"))
      showToast({ kind: "fail", id: "paste", text: "The clipboard holds no agents that can be read" });
    return;
  }
  if (drawing.agents.length + piece.agents.length > mostAgents) {
    const words = `An org holds ${mostAgents.toLocaleString("en")} agents at most; this would be more`;
    showToast({ kind: "fail", id: "paste", text: words });
    return;
  }
  const [only] = selection.size === 1 ? selection : [];
  const parentId =
    only !== undefined && cards.has(only) && !piece.agents.some((agent) => agent.id === only)
      ? only
      : undefined;
  actions.insert(pasteItems(drawing, piece, { parentId }), "Paste");
}
