"use client";

import { EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { useRun } from "../store/run-context.tsx";
import { type LineView, lineKey } from "../view/run-view.ts";
import { LineBead } from "./line-bead.tsx";
import { lineWidth, type RunLinePath, runLinePath } from "./line-geometry.ts";
import type { RunEdge } from "./to-flow.ts";
import { useZoomStep } from "./use-zoom-step.ts";

/** A reporting line of the live canvas: blue while a delegation is open on it, wider with traffic, counted both ways. */
export const RunLine = memo(function RunLine({
  sourceX,
  sourceY,
  targetX,
  targetY,
  data,
}: EdgeProps<RunEdge>) {
  const line = useRun((state) =>
    data ? state.shown.lines[lineKey(data.parentId, data.childId)] : undefined,
  );
  const course = data?.course ?? "down";
  const drawn = runLinePath({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, course);
  const isOpen = line !== undefined && line.down > line.up;
  return (
    <>
      <path
        d={drawn.path}
        className={classNames("fill-none", isOpen ? "run-line-open stroke-st-think" : "stroke-line")}
        strokeWidth={lineWidth(line?.down ?? 0)}
        strokeLinejoin="round"
      />
      {line ? <LineBead pulse={line.pulse} path={drawn.path} /> : null}
      {line ? <LineCount line={line} drawn={drawn} isBeforeEnd={course !== "down"} isOpen={isOpen} /> : null}
    </>
  );
});

interface LineCountProps {
  readonly line: LineView;
  readonly drawn: RunLinePath;
  /** Whether the count ends where it stands, instead of being centred there. */
  readonly isBeforeEnd: boolean;
  readonly isOpen: boolean;
}

function LineCount({ line, drawn: { pill }, isBeforeEnd, isOpen }: LineCountProps) {
  const step = useZoomStep();
  if (step === "block") return null;
  return (
    <EdgeLabelRenderer>
      <div
        aria-hidden="true"
        data-line-count={`${line.down} down, ${line.up} back`}
        title={`${line.down} down, ${line.up} back`}
        className={classNames(
          "num absolute flex h-[18px] items-center gap-[3px] rounded-full border bg-surface px-1.5 text-11 font-medium whitespace-nowrap",
          isOpen ? "border-accent-line text-st-think" : "border-border-strong text-text-2",
        )}
        style={{
          transform: `translate(${isBeforeEnd ? "-100%" : "-50%"}, -50%) translate(${pill.x}px, ${pill.y}px)`,
        }}
      >
        <ArrowDown className="size-2.5" />
        {line.down}
        <ArrowUp className="size-2.5" />
        {line.up}
      </div>
    </EdgeLabelRenderer>
  );
}
