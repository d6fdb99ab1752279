"use client";

import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import type { EditorStoreState } from "../store/create-editor-store.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { Inspector } from "./inspector/inspector.tsx";
import { focusCard } from "./use-one-sheet.ts";
import type { OrgSheet } from "./use-org-sheet.ts";

const Sheet = lazyPart(async () => (await import("@/app/_ui/sheet.tsx")).Sheet);

interface InspectorSheetProps {
  /** Another sheet lies over it. */
  readonly isCovered: boolean;
  readonly orgSheet: OrgSheet;
}

/** The inspector on a small screen: there while something is selected or the org was asked for, and no other sheet is. */
export function InspectorSheet({ isCovered, orgSheet }: InspectorSheetProps) {
  const chosen = useEditor((state) => (state.isOutlineOpen ? undefined : sheetTitle(state)));
  const title = chosen ?? (orgSheet.isOpen ? "Org" : undefined);
  const focusedId = useEditor((state) => state.focusedId);
  const { select } = useEditorActions();
  if (title === undefined) return null;
  const close = () => {
    orgSheet.close();
    select(new Set());
    // The name of the org has it back by itself.
    if (chosen !== undefined) focusCard(focusedId);
  };
  return (
    <Sheet
      key={chosen === undefined ? "org" : "chosen"}
      isOpen
      onOpenChange={close}
      title={title}
      initialStop={chosen === undefined ? 55 : 25}
      takesFocus={chosen === undefined}
      className={isCovered ? "hidden" : ""}
    >
      <Inspector isInSheet />
    </Sheet>
  );
}

/** What the sheet is about; undefined while nothing is selected. */
export function sheetTitle({ selection, cards, document: drawing }: EditorStoreState): string | undefined {
  const agentId = [...selection].find((id) => cards.has(id));
  if (agentId !== undefined) return cards.get(agentId)?.agent.name;
  const group = drawing.groups.find(({ id }) => selection.has(id));
  if (group) return group.name || "Group";
  if (drawing.notes.some(({ id }) => selection.has(id))) return "Note";
  return drawing.lines.some(({ id }) => selection.has(id)) ? "Reporting line" : undefined;
}
