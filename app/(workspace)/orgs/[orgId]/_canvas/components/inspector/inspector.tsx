"use client";

import { lazy, Suspense } from "react";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { useEditor } from "../editor-context.tsx";
import { useSelectedAgents } from "../use-selected-agents.ts";
import { OrgPanel } from "./org-panel.tsx";

const AgentPanel = lazy(async () => ({ default: (await import("./agent-panel.tsx")).AgentPanel }));
const LinePanel = lazy(async () => ({ default: (await import("./line-panel.tsx")).LinePanel }));
const ItemPanel = lazy(async () => ({ default: (await import("./item-panel.tsx")).ItemPanel }));
const ManyPanel = lazy(async () => ({ default: (await import("./many-panel.tsx")).ManyPanel }));

interface InspectorProps {
  /** In a sheet the sheet has the title and the way to close it. */
  readonly isInSheet?: boolean;
}

/** What is selected, in full: one agent, several, a line, a group, a note, or the org itself when nothing is. */
export function Inspector({ isInSheet = false }: InspectorProps) {
  const agentIds = useSelectedAgents();
  const [only] = agentIds;
  const lineId = useEditor(({ document, selection }) =>
    selection.size === 1 ? document.lines.find((line) => selection.has(line.id))?.id : undefined,
  );
  const itemId = useEditor(({ document, selection }) =>
    selection.size === 1
      ? [...document.groups, ...document.notes].find((item) => selection.has(item.id))?.id
      : undefined,
  );
  if (only === undefined && lineId === undefined && itemId === undefined)
    return <OrgPanel isInSheet={isInSheet} />;
  if (only === undefined)
    return (
      <Suspense fallback={<Waiting />}>
        {lineId === undefined ? (
          <ItemPanel itemId={itemId ?? ""} isInSheet={isInSheet} />
        ) : (
          <LinePanel lineId={lineId} isInSheet={isInSheet} />
        )}
      </Suspense>
    );
  return (
    <Suspense fallback={<Waiting />}>
      {agentIds.length > 1 ? (
        <ManyPanel agentIds={agentIds} />
      ) : (
        <AgentPanel agentId={only} isInSheet={isInSheet} />
      )}
    </Suspense>
  );
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
