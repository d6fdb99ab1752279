"use client";

import { X } from "lucide-react";
import { IconButton } from "@/app/_ui/button.tsx";
import { BudgetFields } from "../budget-fields.tsx";
import { useEditor, useEditorActions } from "../editor-context.tsx";

interface LinePanelProps {
  readonly lineId: string;
  readonly isInSheet: boolean;
}

/** A reporting line: who reports to whom, and what may be spent on what is delegated over it. */
export function LinePanel({ lineId, isInSheet }: LinePanelProps) {
  const line = useEditor((state) => state.document.lines.find((one) => one.id === lineId));
  const parent = useEditor((state) => state.cards.get(line?.parentId ?? "")?.agent.name);
  const child = useEditor((state) => state.cards.get(line?.childId ?? "")?.agent.name);
  const { setLineBudget, closeInspector } = useEditorActions();
  if (!line) return null;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto" data-inspector>
      <header className="flex flex-none items-center gap-2 border-b px-4 pt-3 pb-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-14">Reporting line</h2>
          <p className="truncate text-12 text-text-3">
            {child} reports to {parent}
          </p>
        </div>
        {isInSheet ? null : (
          <IconButton label="Close the inspector" className="-mr-1.5" onClick={closeInspector}>
            <X />
          </IconButton>
        )}
      </header>
      <section className="flex flex-col gap-4 p-4" aria-label="Budget of this line">
        <div>
          <h3 className="text-12">Budget in one run</h3>
          <p className="text-12 text-text-3">
            For everything {parent} delegates to {child}, and what is delegated further down. When it is
            spent, {parent} is told and goes on without.
          </p>
        </div>
        <BudgetFields
          key={lineId}
          label={`Budget of the line from ${parent} to ${child}`}
          budget={line.budget}
          onChange={(budget) => setLineBudget(lineId, budget)}
        />
      </section>
    </div>
  );
}
