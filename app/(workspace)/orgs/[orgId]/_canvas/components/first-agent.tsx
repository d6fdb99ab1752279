"use client";

import { Plus } from "lucide-react";
import { Button } from "@/app/_ui/button.tsx";
import { useEditorActions } from "./editor-context.tsx";

/** What belongs into an org without agents, and the one action that begins it. */
export function FirstAgent() {
  const { addAgent } = useEditorActions();
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center pb-32">
      <div className="pointer-events-auto flex w-84 max-w-[calc(100%-2rem)] flex-col items-start gap-2 rounded-3 border border-dashed border-border-strong bg-surface p-5">
        <h2 className="text-14">No agents yet</h2>
        <p className="text-12 text-text-2">
          An org begins with an agent that leads it: it gets the task and hands parts of it to those who
          report to it. Drag one from the palette, or begin here.
        </p>
        <Button
          variant="primary"
          className="mt-1"
          onClick={() => addAgent("coordinator", { position: { x: 0, y: 0 } })}
        >
          <Plus />
          Add a lead
        </Button>
      </div>
    </div>
  );
}
