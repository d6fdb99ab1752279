"use client";

import { Ban } from "lucide-react";
import { createPortal } from "react-dom";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import type { PaletteItem } from "../store/editor-state.ts";
import { CursorTip } from "./cursor-tip.tsx";
import { useEditor } from "./editor-context.tsx";
import { PaletteIcon } from "./palette-icon.tsx";

const DropHint = lazyPart(async () => (await import("./drop-hint.tsx")).DropHint, { isQuiet: true });

/** What follows the cursor: a dragged palette item with what dropping it would do, or why a line is refused. */
export function CursorNotes() {
  const drag = useEditor((state) => state.drag);
  const reason = useEditor((state) => state.reason);
  if (typeof document === "undefined") return null;
  return createPortal(
    <>
      {drag ? <DragGhost item={drag.item} x={drag.x} y={drag.y} /> : null}
      {reason ? (
        <CursorTip x={reason.x + 14} y={reason.y + 18}>
          <Ban className="size-3.5" />
          {reason.text}
        </CursorTip>
      ) : null}
    </>,
    document.body,
  );
}

interface DragGhostProps {
  readonly item: PaletteItem;
  readonly x: number;
  readonly y: number;
}

function DragGhost({ item, x, y }: DragGhostProps) {
  return (
    <>
      <div
        className="pointer-events-none fixed z-60 inline-flex h-7 items-center gap-1.5 rounded-2 bg-surface px-2.5 text-12 font-medium shadow-float [&>.lucide]:size-3"
        style={{ left: x + 8, top: y + 10 }}
      >
        <PaletteIcon item={item} />
        {item.label}
      </div>
      <DropHint item={item} x={x} y={y} />
    </>
  );
}
