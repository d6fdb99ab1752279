"use client";

import { useState } from "react";
import { useRun } from "../store/run-context.tsx";
import { LaneDrawing } from "./lane-drawing.tsx";
import { LaneLabels } from "./lane-labels.tsx";
import { HatchPattern } from "./lane-spans.tsx";
import { Playhead } from "./playhead.tsx";
import { AXIS, TimelineAxis } from "./timeline-axis.tsx";
import type { Playback } from "./use-playback.ts";
import { useRunScale } from "./use-run-scale.ts";
import { useScrub } from "./use-scrub.ts";
import { useWidth } from "./use-width.ts";

/** Lanes drawn beyond what is in view, on either side. */
const SPARE = 4;

interface TimelineLanesProps {
  readonly playback: Playback;
  /** Height of one lane. */
  readonly lane: number;
  readonly height: string | number;
  /** The most pixels that can be in view. */
  readonly most: number;
  /** With figures beside the names, and names inside spans that have room. */
  readonly isOpen: boolean;
}

/** The lanes with their names, their times and the playhead. */
export function TimelineLanes({ playback, lane, height, most, isOpen }: TimelineLanesProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const { scale, end } = useRunScale(width);
  const lanes = useRun(({ view }) => view.order.length);
  const grip = useScrub(scale, end, playback.pause);
  const [scrollTop, setScrollTop] = useState(0);
  const first = Math.max(0, Math.floor((scrollTop - AXIS) / lane) - SPARE);
  return (
    <div
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      className="overflow-y-auto overscroll-contain"
      style={{ height }}
    >
      <div className="flex min-h-full">
        <LaneLabels lane={lane} axis={AXIS} isOpen={isOpen} />
        <div ref={ref} className="relative min-w-0 flex-1 touch-none overflow-hidden" {...grip}>
          {width > 0 ? (
            <>
              <svg
                aria-hidden="true"
                width={width}
                height={AXIS + lanes * lane + 8}
                className="block min-h-full"
              >
                <defs>
                  <HatchPattern />
                </defs>
                <TimelineAxis scale={scale} end={end} />
                <LaneDrawing
                  scale={scale}
                  end={end}
                  lane={lane}
                  top={AXIS}
                  first={first}
                  count={Math.ceil(most / lane) + 2 * SPARE}
                  hasLabels={isOpen}
                />
              </svg>
              <Playhead scale={scale} end={end} playback={playback} />
            </>
          ) : null}
        </div>
      </div>
    </div>
  );
}
