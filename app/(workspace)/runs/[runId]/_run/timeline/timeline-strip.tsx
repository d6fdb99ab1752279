"use client";

import { ChevronsUp, Pause, Play, Radio } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { useRun, useRunCalmly, useRunContext } from "../store/run-context.tsx";
import { HatchPattern, LaneSpans } from "./lane-spans.tsx";
import { TimelineSheet } from "./timeline-sheet.tsx";
import { usePlayback } from "./use-playback.ts";
import { useRunScale } from "./use-run-scale.ts";
import { useScrub } from "./use-scrub.ts";
import { useWidth } from "./use-width.ts";

const HEIGHT = 32;
const MOST_LANES = 8;

/** The timeline of narrow screens: the lanes without names, drawn so that a thumb can drag over them. It opens the whole. */
export function TimelineStrip() {
  const { store } = useRunContext();
  const playback = usePlayback();
  const [isOpen, setIsOpen] = useState(false);
  const { ref, width } = useWidth<HTMLDivElement>();
  const { scale, end } = useRunScale(width);
  const grip = useScrub(scale, end, playback.pause);
  const moment = useRun((state) => state.moment);
  const sessions = useRunCalmly(({ view }) => view.order.slice(-MOST_LANES).map((id) => view.sessions[id]));
  const lane = Math.min(8, HEIGHT / Math.max(1, sessions.length));
  const at = moment ?? end;
  return (
    <section aria-label="Timeline" className="flex h-13 flex-none items-center gap-2 border-t pr-3 pl-1">
      <IconButton label={playback.isPlaying ? "Pause" : "Play"} side="top" onClick={playback.toggle}>
        {playback.isPlaying ? <Pause /> : <Play />}
      </IconButton>
      <div ref={ref} className="relative h-8 min-w-0 flex-1 touch-none" {...grip}>
        <svg aria-hidden="true" width={width} height={HEIGHT} className="block">
          <defs>
            <HatchPattern />
          </defs>
          {sessions.map((session, index) =>
            session ? (
              <LaneSpans
                key={session.sessionId}
                spans={session.spans}
                scale={scale}
                end={session.openSpans.length > 0 ? end : 0}
                top={index * lane}
                height={lane + 3}
                hasLabels={false}
              />
            ) : null,
          )}
          <line
            x1={scale.x(at)}
            x2={scale.x(at)}
            y1={0}
            y2={HEIGHT}
            className="stroke-accent"
            strokeWidth={2}
          />
        </svg>
      </div>
      <Button
        className="num"
        variant={moment === null ? "ghost" : "primary"}
        onClick={() => store.lookAt(null)}
        aria-label={`${moment === null ? "Live" : "Back to live"}, ${formatClock(at - scale.begin)}`}
      >
        <Radio />
        {formatClock(at - scale.begin)}
      </Button>
      <IconButton
        label="Open the timeline"
        side="top"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <ChevronsUp />
      </IconButton>
      {isOpen ? <TimelineSheet playback={playback} onClose={() => setIsOpen(false)} /> : null}
    </section>
  );
}
