"use client";

import { Sheet } from "@/app/_ui/sheet.tsx";
import { TimelineBar } from "./timeline-bar.tsx";
import { TimelineLanes } from "./timeline-lanes.tsx";
import type { Playback } from "./use-playback.ts";

/** As high as a thumb. */
const LANE = 44;

interface TimelineSheetProps {
  readonly playback: Playback;
  readonly onClose: () => void;
}

/** The whole timeline over a page that has room for a strip only. The canvas above it stays in view and in use. */
export function TimelineSheet({ playback, onClose }: TimelineSheetProps) {
  return (
    <Sheet isOpen onOpenChange={onClose} title="Timeline">
      <div className="flex h-full flex-col border-t">
        <TimelineBar playback={playback} />
        <div className="min-h-0 flex-1">
          <TimelineLanes playback={playback} lane={LANE} height="100%" most={window.innerHeight} isOpen />
        </div>
      </div>
    </Sheet>
  );
}
