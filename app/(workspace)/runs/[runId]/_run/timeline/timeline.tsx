"use client";

import { memo, type PointerEvent, useMemo, useRef, useState } from "react";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { useRunEnd } from "../store/run-clock.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { LaneDrawing } from "./lane-drawing.tsx";
import { LaneLabels } from "./lane-labels.tsx";
import { HatchPattern } from "./lane-spans.tsx";
import { Playhead } from "./playhead.tsx";
import { createTimeScale, endAhead, type TimeScale } from "./time-scale.ts";
import { TimelineBar } from "./timeline-bar.tsx";
import { usePlayback } from "./use-playback.ts";
import { useWidth } from "./use-width.ts";

const LANE = { closed: 14, open: 26 } as const;
const AXIS = 20;
/** Height of the lanes when opened: at most this much of a large screen. */
const OPEN_HEIGHT = 300;
/** Lanes drawn beyond what is in view, on either side. */
const SPARE = 4;

/** One lane a session: when its model answered, when tools ran, when it waited. Drag to see any earlier moment. */
export function Timeline() {
  const [isOpen, setIsOpen] = useState(false);
  const playback = usePlayback();
  const lane = isOpen ? LANE.open : LANE.closed;
  const { ref, width } = useWidth<HTMLDivElement>();
  const { scale, end } = useRunScale(width);
  const lanes = useRun(({ view }) => view.order.length);
  const grip = useScrub(scale, end, playback.pause);
  const [scrollTop, setScrollTop] = useState(0);
  const first = Math.max(0, Math.floor((scrollTop - AXIS) / lane) - SPARE);
  return (
    <section aria-label="Timeline" className="flex-none border-t bg-surface">
      <TimelineBar playback={playback} isOpen={isOpen} onOpen={setIsOpen} />
      <div
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        className="overflow-y-auto overscroll-contain"
        style={{ height: isOpen ? `min(38dvh, ${OPEN_HEIGHT}px)` : 166 }}
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
                  <Axis scale={scale} />
                  <AxisTimes scale={scale} end={end} />
                  <LaneDrawing
                    scale={scale}
                    end={end}
                    lane={lane}
                    top={AXIS}
                    first={first}
                    count={Math.ceil(OPEN_HEIGHT / lane) + 2 * SPARE}
                    hasLabels={isOpen}
                  />
                </svg>
                <Playhead scale={scale} end={end} playback={playback} />
              </>
            ) : null}
          </div>
        </div>
      </div>
    </section>
  );
}

interface RunScale {
  readonly scale: TimeScale;
  /** The end of the run as far as it has come. */
  readonly end: number;
}

/** The scale over the whole run up to now: a run that waits for somebody waits on its lanes too. */
export function useRunScale(width: number): RunScale {
  const begin = useRun(({ view }) => view.startedAt) ?? 0;
  const isOver = useRun(({ view }) => view.finishedAt !== null);
  const end = Math.max(begin, useRunEnd());
  const last = isOver ? end : endAhead(begin, end);
  const scale = useMemo(() => createTimeScale(begin, last, Math.max(1, width)), [begin, last, width]);
  return { scale, end };
}

/** Pressing and dragging anywhere on the lanes moves the playhead; past the end is now. */
export function useScrub(scale: TimeScale, end: number, onBegin: () => void) {
  const { store } = useRunContext();
  const isHeld = useRef(false);
  const look = (event: PointerEvent<HTMLElement>) => {
    const moment = scale.moment(event.clientX - event.currentTarget.getBoundingClientRect().left);
    store.lookAt(moment >= end ? null : moment);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      isHeld.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      onBegin();
      look(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (isHeld.current) look(event);
    },
    onPointerUp: () => {
      isHeld.current = false;
    },
    onPointerCancel: () => {
      isHeld.current = false;
    },
  };
}

const Axis = memo(function Axis({ scale }: { readonly scale: TimeScale }) {
  return scale.ticks.map((tick) => (
    <line
      key={tick.at}
      x1={tick.x}
      x2={tick.x}
      y1={AXIS}
      y2="100%"
      className="stroke-border"
      opacity={tick.isMajor ? 1 : 0.45}
    />
  ));
});

/** Nearer than this to the playhead a time would stand half under the playhead's own. */
const PLAYHEAD_ROOM = 38;

function AxisTimes({ scale, end }: RunScale) {
  const playhead = scale.x(useRun((state) => state.moment) ?? end);
  return scale.ticks.map((tick) =>
    tick.isMajor && Math.abs(tick.x - playhead) > PLAYHEAD_ROOM ? (
      <text
        key={tick.at}
        x={tick.at === 0 ? 2 : tick.x}
        y={14}
        textAnchor={tick.at === 0 ? "start" : "middle"}
        className="num fill-text-3 text-11 font-medium"
      >
        {formatClock(tick.at)}
      </text>
    ) : null,
  );
}
