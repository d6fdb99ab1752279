"use client";

import type { KeyboardEvent } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { playheadTarget } from "./playhead-target.ts";
import type { TimeScale } from "./time-scale.ts";
import type { Playback } from "./use-playback.ts";

interface PlayheadProps {
  readonly scale: TimeScale;
  /** The end of the run as far as it has come. */
  readonly end: number;
  readonly playback: Playback;
}

const SECOND = 1_000;
/** What an arrow does with Shift. */
const steps: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };
/** Nearer to the left edge than this the time stands beside the line: centred on it, it would be cut. */
const HALF_LABEL = 26;

/** The moment the page shows. Arrows move it by a second, with Shift from event to event; Space plays; L goes back to now. */
export function Playhead({ scale, end, playback }: PlayheadProps) {
  const { store } = useRunContext();
  const moment = useRun((state) => state.moment);
  const working = useRun(
    ({ shown }) =>
      shown.order.filter((id) => ["thinking", "calling"].includes(shown.sessions[id]?.state ?? "")).length,
  );
  const place = useRun((state) => (state.moment === null ? "now" : `event ${state.shown.activity.length}`));
  const at = moment ?? end;
  const text = formatClock(at - scale.begin);

  const onKeyDown = (event: KeyboardEvent) => {
    // The browser's own.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " ") {
      event.preventDefault();
      playback.toggle();
      return;
    }
    const direction = event.shiftKey ? steps[event.key] : undefined;
    const target = playheadTarget(event.key, { at, begin: scale.begin, end });
    if (target === undefined) return;
    event.preventDefault();
    if (direction) {
      // What plays would show all of that moment again.
      playback.pause();
      store.step(direction);
    } else store.lookAt(target);
  };

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Moment shown"
      aria-valuemin={0}
      aria-valuemax={Math.round((end - scale.begin) / SECOND)}
      aria-valuenow={Math.round((at - scale.begin) / SECOND)}
      aria-valuetext={`${text}, ${working} ${working === 1 ? "agent" : "agents"} working, ${place}`}
      onKeyDown={onKeyDown}
      className="group absolute inset-y-0 z-10 w-px cursor-ew-resize outline-none"
      style={{ transform: `translateX(${scale.x(at)}px)` }}
    >
      <span className="pointer-events-none absolute inset-y-0 -left-px w-[1.5px] bg-accent" />
      <span
        className={classNames(
          "num absolute top-0.5 left-0 grid outline-offset-2 outline-accent group-focus-visible:outline-2 h-4 place-items-center rounded-1 bg-accent-solid px-1.5 text-11 font-semibold text-on-accent",
          scale.x(at) < HALF_LABEL ? "" : "-translate-x-1/2",
        )}
      >
        {text}
      </span>
    </div>
  );
}
