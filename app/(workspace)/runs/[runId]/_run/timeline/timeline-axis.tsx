import { memo } from "react";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { useRun } from "../store/run-context.tsx";
import type { TimeScale } from "./time-scale.ts";
import type { RunScale } from "./use-run-scale.ts";

/** Height of the times above the lanes. */
export const AXIS = 20;

/** The lines behind the lanes, and their times above them. */
export function TimelineAxis({ scale, end }: RunScale) {
  return (
    <>
      <Axis scale={scale} />
      <AxisTimes scale={scale} end={end} />
    </>
  );
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
