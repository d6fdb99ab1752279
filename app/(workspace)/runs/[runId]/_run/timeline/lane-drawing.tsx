"use client";

import { useId } from "react";
import { useRun, useRunCalmly } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";
import { LaneSpans } from "./lane-spans.tsx";
import type { TimeScale } from "./time-scale.ts";

interface LaneDrawingProps {
  readonly scale: TimeScale;
  /** The end of the run as far as it has come. */
  readonly end: number;
  readonly lane: number;
  readonly top: number;
  /** The lanes near what is in view; a run may have hundreds. */
  readonly first: number;
  readonly count: number;
  readonly hasLabels: boolean;
}

/** All lanes. What lies after the moment that is looked at stays in sight, faded; what it cuts is cut. */
export function LaneDrawing({ scale, end, lane, top, first, count, hasLabels }: LaneDrawingProps) {
  const sessions = useRunCalmly(({ view }) =>
    view.order.slice(first, first + count).map((id) => view.sessions[id]),
  );
  const selected = useRun((state) => selectedSession(state)?.sessionId);
  const place = useRun(({ view }) => (selected === undefined ? -1 : view.order.indexOf(selected)));
  const moment = useRun((state) => state.moment);
  const clip = useId();
  const drawn = sessions.map((session, index) =>
    session ? (
      <LaneSpans
        key={session.sessionId}
        spans={session.spans}
        scale={scale}
        end={session.openSpans.length > 0 ? end : 0}
        top={top + (first + index) * lane}
        height={lane}
        hasLabels={hasLabels}
      />
    ) : null,
  );
  return (
    <>
      {place < 0 ? null : (
        <rect
          x={0}
          y={top + place * lane}
          width="100%"
          height={lane}
          className="fill-accent-soft"
          opacity={0.6}
        />
      )}
      {moment === null ? (
        drawn
      ) : (
        <>
          <clipPath id={clip}>
            <rect x={0} y={0} width={Math.max(0, scale.x(moment))} height="100%" />
          </clipPath>
          <g opacity={0.38}>{drawn}</g>
          <g clipPath={`url(#${clip})`}>{drawn}</g>
        </>
      )}
    </>
  );
}
