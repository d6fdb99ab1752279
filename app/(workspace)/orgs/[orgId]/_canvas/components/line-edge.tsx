"use client";

import { type EdgeProps, Position } from "@xyflow/react";
import { memo } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { cardSize } from "../model/geometry.ts";
import { linePath } from "../model/line-path.ts";
import type { LineEdge as LineEdgeType } from "../store/canvas-items.ts";

/** A reporting line: right-angled, from the middle or the left trunk of the parent, whichever fits where the child stands. */
export const LineEdge = memo(function LineEdge({
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  data,
}: EdgeProps<LineEdgeType>) {
  const isSideways = sourcePosition === Position.Right;
  const parent = isSideways
    ? { x: sourceX - cardSize.width, y: sourceY - cardSize.height / 2 }
    : { x: sourceX - cardSize.width / 2, y: sourceY - cardSize.height };
  const child = isSideways
    ? { x: targetX, y: targetY - cardSize.height / 2 }
    : { x: targetX - cardSize.width / 2, y: targetY };
  const { path } = linePath(parent, child, isSideways ? "right" : "down");
  return (
    <>
      <path d={path} className={classNames("org-line", data?.isActive && "is-active")} />
      <path
        d={path}
        fill="none"
        stroke="transparent"
        strokeWidth={16}
        className="react-flow__edge-interaction"
      />
    </>
  );
});
