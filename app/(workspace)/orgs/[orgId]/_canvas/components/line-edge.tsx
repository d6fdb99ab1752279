"use client";

import { EdgeLabelRenderer, type EdgeProps, Position } from "@xyflow/react";
import { memo } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { cardSize, type Point } from "../model/geometry.ts";
import { linePath } from "../model/line-path.ts";
import type { LineEdge as LineEdgeType } from "../store/canvas-items.ts";
import { useEditor } from "./editor-context.tsx";

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
  const { path, label, isHanging } = linePath(parent, child, isSideways ? "right" : "down");
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
      {data?.words === undefined ? null : (
        <LineWords words={data.words} place={label} isBeforeEnd={isSideways || isHanging} />
      )}
    </>
  );
});

interface LineWordsProps {
  readonly words: string;
  readonly place: Point;
  /** Whether they end where they stand, instead of being centred there. */
  readonly isBeforeEnd: boolean;
}

/** What a line holds back, above the line even where that is chosen; its panel says it in full. */
function LineWords({ words, place, isBeforeEnd }: LineWordsProps) {
  const isReadable = useEditor((state) => state.zoomStep === "whole");
  if (!isReadable) return null;
  return (
    <EdgeLabelRenderer>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute z-2 flex h-[18px] items-center rounded-full border border-border-strong bg-surface px-1.5 text-11 font-medium whitespace-nowrap text-text-2"
        style={{
          transform: `translate(${isBeforeEnd ? "-100%" : "-50%"}, -50%) translate(${place.x}px, ${place.y}px)`,
        }}
      >
        {words}
      </div>
    </EdgeLabelRenderer>
  );
}
