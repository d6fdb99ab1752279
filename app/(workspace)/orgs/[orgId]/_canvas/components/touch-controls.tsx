"use client";

import { Maximize, Plus, Undo2 } from "lucide-react";
import { IconButton } from "@/app/_ui/button.tsx";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { useFit } from "./use-fit.ts";

/** For a thumb: add, fit and undo, stacked; the rest is done with two fingers. */
export function TouchControls({ onAdd }: { readonly onAdd: () => void }) {
  const fitOrg = useFit();
  const { undo } = useEditorActions();
  const last = useEditor((state) => state.history.past.at(-1)?.label);
  return (
    <div
      role="toolbar"
      aria-label="View"
      className="flex flex-col divide-y overflow-hidden rounded-3 border bg-surface [@media(height<30rem)]:flex-row [@media(height<30rem)]:divide-x [@media(height<30rem)]:divide-y-0"
    >
      <IconButton
        label="Add to the canvas"
        side="left"
        onClick={onAdd}
        className="size-11! rounded-none [&>.lucide]:size-5"
      >
        <Plus />
      </IconButton>
      <IconButton label="Fit the org" side="left" onClick={() => fitOrg()} className="size-11! rounded-none">
        <Maximize />
      </IconButton>
      <IconButton
        label={last ? `Undo: ${last}` : "Nothing to undo"}
        side="left"
        onClick={undo}
        disabled={!last}
        className="size-11! rounded-none"
      >
        <Undo2 />
      </IconButton>
    </div>
  );
}
