"use client";

import { Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { TextField } from "@/app/_ui/text-field.tsx";
import type { ReportingLine } from "@/server/contract/org-document.ts";
import { BudgetFields } from "../budget-fields.tsx";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import { useRemove } from "../use-remove.ts";
import { LineRights } from "./line-rights.tsx";

interface LinePanelProps {
  readonly lineId: string;
  readonly isInSheet: boolean;
}

/** A reporting line: who reports to whom, how much may pass over it, and what the agent below may do. */
export function LinePanel({ lineId, isInSheet }: LinePanelProps) {
  const line = useEditor((state) => state.document.lines.find((one) => one.id === lineId));
  const parent = useEditor((state) => state.cards.get(line?.parentId ?? "")?.agent.name);
  const child = useEditor((state) => state.cards.get(line?.childId ?? "")?.agent.name);
  const { setLineLimits, closeInspector, focus } = useEditorActions();
  const remove = useRemove();
  const panel = useFocusWhenCalled();
  if (!line) return null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={`${child} reports to ${parent}`}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto focus-inside"
      data-inspector
    >
      <header className="flex flex-none items-center gap-2 px-4 py-3">
        <div className="min-w-0 flex-1">
          {isInSheet ? null : <h2 className="text-14">Reporting line</h2>}
          <p className="truncate text-12 text-text-3">
            {child} reports to {parent}
          </p>
        </div>
        {isInSheet ? null : (
          <IconButton
            label="Close the inspector"
            className="-mr-1.5"
            onClick={() => {
              closeInspector();
              focus(line.childId);
            }}
          >
            <X />
          </IconButton>
        )}
      </header>
      <div className="flex flex-none border-b px-4 pb-3">
        <Button variant="danger" onClick={() => remove()}>
          <Trash2 />
          Delete
        </Button>
      </div>
      <section className="flex flex-col gap-4 border-b p-4" aria-label="At work at once over this line">
        <ConcurrencyField key={lineId} line={line} />
      </section>
      <section className="flex flex-col gap-4 border-b p-4" aria-label="Budget of this line">
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
          onChange={(budget) => setLineLimits(lineId, { budget })}
        />
      </section>
      <LineRights line={line} />
    </section>
  );
}

/** Takes the keyboard focus once the inspector is asked to. */
function useFocusWhenCalled() {
  const panel = useRef<HTMLElement>(null);
  const isCalled = useEditor((state) => state.isInspectorCalled);
  const { callInspector } = useEditorActions();
  useEffect(() => {
    if (!isCalled) return;
    panel.current?.focus();
    callInspector(false);
  }, [isCalled, callInspector]);
  return panel;
}

const mostSessions = 10_000;

/** How many sessions below the line may be at work together; empty for no limit. */
function ConcurrencyField({ line }: { readonly line: ReportingLine }) {
  const { setLineLimits } = useEditorActions();
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && toLimit(typed) === null;
  return (
    <TextField
      type="number"
      inputMode="numeric"
      min={1}
      max={mostSessions}
      label="Sessions at work at once"
      placeholder="No limit"
      hint="All that work below this line, in all runs together; more wait in line"
      value={typed ?? line.maxConcurrentSessions ?? ""}
      error={isWrong ? "Has to be a whole number, 1 to 10,000" : undefined}
      trailing={<span className="text-12 text-text-3">sessions</span>}
      onChange={(event) => {
        setTyped(event.target.value);
        const limit = toLimit(event.target.value);
        if (limit !== null) setLineLimits(line.id, { maxConcurrentSessions: limit });
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Undefined for no limit, null for what cannot be one. */
function toLimit(text: string): number | undefined | null {
  if (text.trim() === "") return undefined;
  const limit = Number(text);
  return Number.isInteger(limit) && limit >= 1 && limit <= mostSessions ? limit : null;
}
