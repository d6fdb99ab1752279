"use client";

import type { EdgeProps } from "@xyflow/react";
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
  data,
}: EdgeProps<LineEdgeType>) {
  const parent = { x: sourceX - cardSize.width / 2, y: sourceY - cardSize.height };
  const child = { x: targetX - cardSize.width / 2, y: targetY };
  const { path } = linePath(parent, child);
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
