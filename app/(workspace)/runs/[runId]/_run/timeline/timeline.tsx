"use client";

import { ChevronsDown, ChevronsUp } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/app/_ui/button.tsx";
import { TimelineBar } from "./timeline-bar.tsx";
import { TimelineLanes } from "./timeline-lanes.tsx";
import { usePlayback } from "./use-playback.ts";

const LANE = { closed: 14, open: 26 } as const;
/** Height of the lanes when opened: at most this much of a large screen. */
const OPEN_HEIGHT = 300;

/** One lane a session: when its model answered, when tools ran, when it waited. Drag to see any earlier moment. */
export function Timeline() {
  const [isOpen, setIsOpen] = useState(false);
  const playback = usePlayback();
  return (
    <section aria-label="Timeline" className="flex-none border-t bg-surface">
      <TimelineBar playback={playback}>
        <IconButton
          label={isOpen ? "Smaller timeline" : "Larger timeline"}
          side="top"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <ChevronsDown /> : <ChevronsUp />}
        </IconButton>
      </TimelineBar>
      <TimelineLanes
        playback={playback}
        lane={isOpen ? LANE.open : LANE.closed}
        height={isOpen ? `min(38dvh, ${OPEN_HEIGHT}px)` : 166}
        most={OPEN_HEIGHT}
        isOpen={isOpen}
      />
    </section>
  );
}
