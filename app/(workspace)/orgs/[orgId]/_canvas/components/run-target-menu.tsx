"use client";

import type { ReactNode } from "react";
import { DropdownMenu, type MenuEntry } from "@/app/_ui/menu.tsx";
import { findLead } from "@/server/contract/org-graph.ts";
import { taskTarget } from "../model/own-task.ts";
import type { EditorStoreState } from "../store/create-editor-store.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";

interface RunTargetMenuProps {
  readonly trigger: ReactNode;
}

/** A longer menu is nothing to choose from: cards and the palette lead to the rest. */
const MOST = 60;

/** The agents to choose from; open from the start, because its button was pressed to get it. */
export function RunTargetMenu({ trigger }: RunTargetMenuProps) {
  const document = useEditor((state) => state.document);
  const chosen = useEditor(taskTarget).agentId;
  const cards = useEditor((state) => state.cards);
  const { startAt } = useEditorActions();
  const leadId = findLead(document)?.id;
  const agents = inOrder(cards, leadId);
  const rest = agents.length - MOST;
  const entries: MenuEntry[] = [
    { kind: "heading", label: "Who gets the task" },
    ...agents.slice(0, MOST).map(({ id, name }, index): MenuEntry => {
      const isTwice = agents.some((other, at) => at !== index && other.name === name);
      return {
        kind: "check",
        label: isTwice ? `${name} (${id})` : name,
        isChecked: id === chosen,
        // The menu gives the focus back first.
        onSelect: () => void setTimeout(() => startAt(id === leadId ? undefined : id), 50),
      };
    }),
  ];
  if (rest > 0) entries.push({ kind: "heading", label: `${rest} more: open the menu of a card` });
  return <DropdownMenu side="top" isOpenAtFirst trigger={trigger} entries={entries} />;
}

/** The lead first, then as they stand in the drawing. */
function inOrder(cards: EditorStoreState["cards"], leadId: string | undefined) {
  const agents = [...cards.values()].map(({ agent }) => agent);
  return [...agents.filter(({ id }) => id === leadId), ...agents.filter(({ id }) => id !== leadId)];
}
