import type { AgentState } from "./agent-state.ts";
import { classNames } from "./class-names.ts";

const RADIUS = 16;
const AROUND = 2 * Math.PI * RADIUS;

interface Arc {
  readonly width: number;
  readonly dashes?: string;
  readonly offset?: number;
  readonly isRound?: boolean;
  readonly motion?: string;
}

/** The shape of each state: told apart without colour and without movement. */
const arcs: Readonly<Record<AgentState, Arc>> = {
  idle: { width: 1.25 },
  queued: { width: 2.25, dashes: `0.1 ${AROUND / 16 - 0.1}`, isRound: true },
  thinking: { width: 2.5, dashes: `${AROUND * 0.3} ${AROUND}`, isRound: true, motion: "ring-turn" },
  calling: { width: 2.5, dashes: `${AROUND / 4 - 7} 7`, offset: -3.5, motion: "ring-turn-slow" },
  "waiting-children": { width: 2.5, dashes: `${AROUND / 2} ${AROUND}`, offset: -AROUND / 4 },
  "waiting-person": { width: 2.5 },
  done: { width: 2 },
  failed: { width: 2.5, dashes: `${AROUND * 0.42} ${AROUND * 0.08}`, offset: -AROUND * 0.165 },
  paused: { width: 2.5, dashes: `${AROUND * 0.34} ${AROUND * 0.16}`, offset: -AROUND * 0.08 },
  stopped: { width: 1.25 },
};

interface StateRingProps {
  readonly state: AgentState;
}

/**
 * Fills its positioned parent with the ring of a state; colours come from the `.state-*` class above it. What turns is a drawing of
 * its own: the compositor turns a whole one without asking the page, parts of one are painted again sixty times a second.
 */
export function StateRing({ state }: StateRingProps) {
  const arc = arcs[state];
  return (
    <>
      <Track state={state} />
      <svg
        aria-hidden="true"
        viewBox="0 0 36 36"
        fill="none"
        className={classNames("absolute inset-0 size-full -rotate-90 overflow-visible", arc.motion)}
      >
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          stroke="var(--state-ring)"
          strokeWidth={arc.width}
          strokeDasharray={arc.dashes}
          strokeDashoffset={arc.offset}
          strokeLinecap={arc.isRound ? "round" : "butt"}
        />
      </svg>
    </>
  );
}

/** The circle that moving or partial arcs run on. */
const tracks: Partial<Readonly<Record<AgentState, { readonly stroke: string; readonly width: string }>>> = {
  thinking: { stroke: "var(--state-soft)", width: "2.5" },
  "waiting-children": { stroke: "var(--border-strong)", width: "1.25" },
};

function Track({ state }: StateRingProps) {
  const track = tracks[state];
  if (!track) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 36 36"
      fill="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <circle cx="18" cy="18" r={RADIUS} stroke={track.stroke} strokeWidth={track.width} />
    </svg>
  );
}
