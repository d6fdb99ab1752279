"use client";

import { useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import type { EditorState } from "../../store/editor-state.ts";
import { useEditor } from "../editor-context.tsx";
import { OrgPanel } from "./org-panel.tsx";

const AgentPanel = lazyPart(async () => (await import("./agent-panel.tsx")).AgentPanel);
const LinePanel = lazyPart(async () => (await import("./line-panel.tsx")).LinePanel);
const ItemPanel = lazyPart(async () => (await import("./item-panel.tsx")).ItemPanel);
const ManyPanel = lazyPart(async () => (await import("./many-panel.tsx")).ManyPanel);

interface InspectorProps {
  /** In a sheet the sheet has the title and the way to close it. */
  readonly isInSheet?: boolean;
}

/** What is selected, in full: one agent, several cards, a line, a group, a note, or the org itself when nothing is. */
export function Inspector({ isInSheet = false }: InspectorProps) {
  const selection = useSettledSelection();
  const ids = useEditor(useShallow((state) => cardsOf(state, selection)));
  const [only] = ids;
  const isAgent = useEditor(({ cards }) => only !== undefined && cards.has(only));
  const lineId = useEditor(({ document }) =>
    selection.size === 1 ? document.lines.find((line) => selection.has(line.id))?.id : undefined,
  );
  const shared = { isInSheet, fallback: <Waiting /> };
  if (only === undefined && lineId === undefined) return <OrgPanel isInSheet={isInSheet} />;
  if (only === undefined) return <LinePanel lineId={lineId ?? ""} {...shared} />;
  if (ids.length > 1) return <ManyPanel ids={ids} fallback={<Waiting />} />;
  return isAgent ? <AgentPanel agentId={only} {...shared} /> : <ItemPanel itemId={only} {...shared} />;
}

/** Agents, groups and notes of a selection: what stands on the canvas, not the lines between. */
function cardsOf({ cards, document }: EditorState, selection: ReadonlySet<string>): readonly string[] {
  if (selection.size === 0) return [];
  const items = new Set([...document.groups, ...document.notes].map(({ id }) => id));
  return [...selection].filter((id) => cards.has(id) || items.has(id));
}

/** What is selected, or was before cards began to move: while they do, frames belong to them and not to the text of a persona. */
function useSettledSelection(): ReadonlySet<string> {
  const selection = useEditor((state) => state.selection);
  const isMoving = useEditor((state) => state.isMoving);
  const [settled, setSettled] = useState(selection);
  if (isMoving) return settled;
  if (settled !== selection) setSettled(selection);
  return selection;
}

function Waiting() {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-9 w-2/3" />
      <Skeleton />
      <Skeleton className="h-2.5 w-4/5" />
    </div>
  );
}
