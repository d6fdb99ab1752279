"use client";

import { type ConnectionLineComponentProps, Position } from "@xyflow/react";
import { classNames } from "@/app/_ui/class-names.ts";
import { draftPath } from "../model/line-path.ts";
import type { CanvasNode } from "../store/canvas-items.ts";
import { useEditor } from "./editor-context.tsx";

/** The line while it is being drawn: dashed, red where it would be refused. */
export function DraftLine({
  fromX,
  fromY,
  toX,
  toY,
  fromPosition,
}: ConnectionLineComponentProps<CanvasNode>) {
  const isSideways = fromPosition === Position.Right || fromPosition === Position.Left;
  const isRefused = useEditor((state) => state.reason !== undefined);
  return (
    <g>
      <path
        d={draftPath({ x: fromX, y: fromY }, { x: toX, y: toY }, isSideways ? "right" : "down")}
        className={classNames("org-line is-draft", isRefused && "is-refused")}
      />
      <circle
        cx={toX}
        cy={toY}
        r={4}
        fill="var(--surface)"
        stroke={isRefused ? "var(--st-fail)" : "var(--accent)"}
        strokeWidth={1.5}
      />
    </g>
  );
}
