"use client";

import { useReactFlow, useStore } from "@xyflow/react";
import { Maximize, Minus, Network, Plus, Redo2, Undo2 } from "lucide-react";
import { IconButton } from "@/app/_ui/button.tsx";
import { viewDuration } from "@/app/_ui/view-duration.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { useFit } from "./use-fit.ts";
import { useTidy } from "./use-tidy.ts";

/** Undo, redo, zoom, fit and auto layout: a bar on wide screens. */
export function CanvasControls() {
  const { zoomIn, zoomOut, zoomTo } = useReactFlow<CanvasNode, LineEdge>();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  const fitOrg = useFit();
  const tidy = useTidy();
  const direction = useEditor((state) => state.document.direction ?? "down");
  return (
    <div
      role="toolbar"
      aria-label="View"
      className="flex items-center gap-px rounded-3 border bg-surface p-[3px]"
    >
      <UndoButtons />
      <Divider />
      <IconButton
        label="Zoom out"
        side="top"
        keys={["Mod", "-"]}
        onClick={() => void zoomOut({ duration: viewDuration() })}
      >
        <Minus />
      </IconButton>
      <button
        type="button"
        aria-label={`Zoom ${percent}%, set to 100%`}
        onClick={() => void zoomTo(1, { duration: viewDuration() })}
        className="num h-7 w-12 rounded-1 text-center text-12 text-text-2 hover:bg-surface-3"
      >
        {percent}%
      </button>
      <IconButton
        label="Zoom in"
        side="top"
        keys={["Mod", "+"]}
        onClick={() => void zoomIn({ duration: viewDuration() })}
      >
        <Plus />
      </IconButton>
      <IconButton label="Fit the org" side="top" keys={["Shift", "1"]} onClick={() => fitOrg()}>
        <Maximize />
      </IconButton>
      <Divider />
      <IconButton
        label="Tidy, top down"
        side="top"
        keys={["Shift", "L"]}
        aria-pressed={direction === "down"}
        onClick={() => void tidy("down")}
      >
        <Network />
      </IconButton>
      <IconButton
        label="Tidy, left to right"
        side="top"
        keys={["Shift", "R"]}
        aria-pressed={direction === "right"}
        onClick={() => void tidy("right")}
      >
        <Network className="-rotate-90" />
      </IconButton>
    </div>
  );
}

function UndoButtons() {
  const { undo, redo } = useEditorActions();
  const last = useEditor((state) => state.history.past.at(-1)?.label);
  const next = useEditor((state) => state.history.future.at(-1)?.label);
  const quiet = "disabled:border-transparent disabled:bg-transparent disabled:opacity-50";
  return (
    <>
      <IconButton
        label={last ? `Undo: ${last}` : "Undo"}
        side="top"
        keys={["Mod", "Z"]}
        onClick={undo}
        disabled={!last}
        className={quiet}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label={next ? `Redo: ${next}` : "Redo"}
        side="top"
        keys={["Mod", "Shift", "Z"]}
        onClick={redo}
        disabled={!next}
        className={quiet}
      >
        <Redo2 />
      </IconButton>
    </>
  );
}

function Divider() {
  return <span className="mx-0.5 h-4 w-px flex-none bg-border" />;
}
