"use client";

import { type MouseEvent, useRef, useState } from "react";
import type { SessionId } from "@/server/contract/ids.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { LaneDrawing } from "./lane-drawing.tsx";
import { LaneLabels } from "./lane-labels.tsx";
import { HatchPattern } from "./lane-spans.tsx";
import { Playhead } from "./playhead.tsx";
import { spanAt } from "./span-at.ts";
import { SpanCursor, type SpanPlace } from "./span-cursor.tsx";
import { spanText } from "./span-text.ts";
import { AXIS, TimelineAxis } from "./timeline-axis.tsx";
import type { Playback } from "./use-playback.ts";
import { useRunScale } from "./use-run-scale.ts";
import { useScrub } from "./use-scrub.ts";
import { useWidth } from "./use-width.ts";

/** Lanes drawn beyond what is in view, on either side. */
const SPARE = 4;
/** So far beside a narrow stretch the mouse still means it. */
const SLACK = 2;

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
  const { store } = useRunContext();
  const [scrollTop, setScrollTop] = useState(0);
  const [place, setPlace] = useState<SpanPlace>();
  const box = useRef<HTMLDivElement>(null);
  const first = Math.max(0, Math.floor((scrollTop - AXIS) / lane) - SPARE);

  const enter = (sessionId: SessionId, from: "first" | "last") => {
    const count = store.getState().view.sessions[sessionId]?.spans.length ?? 0;
    if (count > 0) setPlace({ sessionId, index: from === "first" ? 0 : count - 1 });
  };
  const choose = (moment: number) => {
    playback.pause();
    store.lookAt(moment);
  };
  const leave = () => box.current?.querySelector<HTMLElement>(`[data-lane="${place?.sessionId}"]`)?.focus();
  /** One attribute, written only when it is another stretch: nothing is drawn anew under a moving mouse. */
  const nameUnderMouse = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const edge = currentTarget.getBoundingClientRect();
    const { view } = store.getState();
    const sessionId = view.order[Math.floor((clientY - edge.top - AXIS) / lane)];
    const session = sessionId === undefined ? undefined : view.sessions[sessionId];
    const x = clientX - edge.left;
    const slack = scale.moment(x + SLACK) - scale.moment(x);
    const span = session && spanAt(session.spans, scale.moment(x), slack);
    const title = span ? spanText(span, scale.begin) : "";
    if (currentTarget.title !== title) currentTarget.title = title;
  };
  return (
    <div
      ref={box}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      className="overflow-y-auto overscroll-contain"
      style={{ height }}
    >
      <div className="flex min-h-full">
        <LaneLabels lane={lane} axis={AXIS} isOpen={isOpen} onEnter={enter} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys have the playhead and the lanes for all of it */}
        <div
          ref={ref}
          onMouseMove={nameUnderMouse}
          className="relative min-w-0 flex-1 touch-none overflow-hidden"
          {...grip}
        >
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
              {place ? (
                <SpanCursor
                  place={place}
                  scale={scale}
                  end={end}
                  lane={lane}
                  axis={AXIS}
                  onMove={setPlace}
                  onChoose={choose}
                  onLeave={leave}
                  // The stretch that is left for another one has the place no more.
                  onBlur={() => setPlace((now) => (now === place ? undefined : now))}
                />
              ) : null}
              <Playhead scale={scale} end={end} playback={playback} />
            </>
          ) : null}
        </div>
      </div>
    </div>
  );
}
