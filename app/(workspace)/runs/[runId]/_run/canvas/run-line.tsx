"use client";

import { EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { useRun } from "../store/run-context.tsx";
import { type LineView, lineKey } from "../view/run-view.ts";
import { LineBead } from "./line-bead.tsx";
import { lineWidth, type PillPlace, runLinePath, wordsOverChild } from "./line-geometry.ts";
import type { RunEdge } from "./to-flow.ts";
import { useZoomStep } from "./use-zoom-step.ts";

/** A reporting line of the live canvas: blue while a delegation is open on it, wider with traffic, counted both ways, with what it holds back. */
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
  const words = data?.words;
  const isApart = course !== "down";
  const end = { x: targetX, y: targetY };
  const drawn = runLinePath({ x: sourceX, y: sourceY }, end, course);
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
      <LinePill line={line} words={isApart ? undefined : words} isOpen={isOpen} place={drawn.pill} />
      {isApart ? (
        <LinePill line={undefined} words={words} isOpen={false} place={wordsOverChild(end, course)} />
      ) : null}
    </>
  );
});

const shifts = { start: "0%", middle: "-50%", end: "-100%" } as const;

interface LinePillProps {
  readonly line: LineView | undefined;
  readonly words: string | undefined;
  readonly isOpen: boolean;
  readonly place: PillPlace;
}

/** The count of what went over a line, and what the line holds back where its org says so. */
function LinePill({ line, words, isOpen, place: { x, y, anchor } }: LinePillProps) {
  const step = useZoomStep();
  const shownWords = step === "full" ? words : undefined;
  if (step === "block" || (!line && shownWords === undefined)) return null;
  return (
    <EdgeLabelRenderer>
      <div
        aria-hidden="true"
        className={classNames(
          "num absolute flex h-[18px] items-center gap-1.5 rounded-full border bg-surface px-1.5 text-11 font-medium whitespace-nowrap",
          isOpen ? "border-accent-line text-st-think" : "border-border-strong text-text-2",
        )}
        style={{ transform: `translate(${shifts[anchor]}, -50%) translate(${x}px, ${y}px)` }}
      >
        {shownWords === undefined ? null : (
          <span data-line-words={shownWords} className="text-text-2">
            {shownWords}
          </span>
        )}
        {line ? <LineCount line={line} /> : null}
      </div>
    </EdgeLabelRenderer>
  );
}

function LineCount({ line: { down, up } }: { readonly line: LineView }) {
  const words = `${down} down, ${up} back`;
  return (
    <span data-line-count={words} title={words} className="flex items-center gap-[3px]">
      <ArrowDown className="size-2.5" />
      {down}
      <ArrowUp className="size-2.5" />
      {up}
    </span>
  );
}
