"use client";

import { Pause, Play, Radio, SkipBack, SkipForward, StepBack, StepForward } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { Chip } from "@/app/_ui/chip.tsx";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { Segmented } from "@/app/_ui/segmented.tsx";
import { useRunEnd } from "../store/run-clock.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { type Playback, type PlaybackSpeed, playbackSpeeds } from "./use-playback.ts";

interface TimelineBarProps {
  readonly playback: Playback;
  /** At its right end. */
  readonly children?: ReactNode;
}

const speedOptions = playbackSpeeds.map((speed) => ({ value: speed, label: `${speed}x` }));

/** What the lanes can do: play and step, at which speed; and what their marks mean. */
export function TimelineBar({ playback, children }: TimelineBarProps) {
  const isPast = useRun((state) => state.moment !== null);
  return (
    <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-2 border-b px-3">
      <Steps playback={playback} isPast={isPast} />
      {isPast ? <PastTime playback={playback} /> : <NowHint />}
      <span className="ml-auto" />
      <Legend />
      {children}
    </div>
  );
}

function Steps({ playback, isPast }: { readonly playback: Playback; readonly isPast: boolean }) {
  const { store } = useRunContext();
  const step = (direction: 1 | -1) => {
    playback.pause();
    store.step(direction);
  };
  return (
    <>
      <IconButton
        label="Back to the start"
        side="top"
        onClick={() => store.lookAt(store.getState().view.startedAt)}
      >
        <SkipBack />
      </IconButton>
      <IconButton label="One event back" side="top" onClick={() => step(-1)}>
        <StepBack />
      </IconButton>
      <IconButton label={playback.isPlaying ? "Pause" : "Play"} side="top" onClick={playback.toggle}>
        {playback.isPlaying ? <Pause /> : <Play />}
      </IconButton>
      <IconButton label="One event on" side="top" disabled={!isPast} onClick={() => step(1)}>
        <StepForward />
      </IconButton>
    </>
  );
}

function PastTime({ playback }: { readonly playback: Playback }) {
  const moment = useRun((state) => state.moment) ?? 0;
  const begin = useRun(({ view }) => view.startedAt) ?? 0;
  const end = useRunEnd();
  return (
    <>
      <span className="num text-12 whitespace-nowrap">
        <span className="font-semibold">{formatClock(moment - begin)}</span>{" "}
        <span className="text-text-3">of {formatClock(end - begin)}</span>
      </span>
      <Segmented<PlaybackSpeed>
        label="Speed"
        value={playback.speed}
        onValueChange={playback.setSpeed}
        options={speedOptions}
      />
      <SkipSwitch playback={playback} />
    </>
  );
}

/** Playing then goes on where somebody works again. */
function SkipSwitch({ playback: { isSkipping, setSkipping } }: { readonly playback: Playback }) {
  return (
    <Button
      variant="ghost"
      aria-pressed={isSkipping}
      onClick={() => setSkipping(!isSkipping)}
      className={isSkipping ? "border-accent-line bg-accent-soft text-accent" : undefined}
    >
      <SkipForward />
      <span className="max-lg:sr-only">Skip waiting</span>
    </Button>
  );
}

function NowHint() {
  const isOver = useRun(({ view }) => view.finishedAt !== null);
  return (
    <>
      {isOver ? (
        <Chip>End</Chip>
      ) : (
        <Chip tone="accent" icon={<Radio />}>
          Live
        </Chip>
      )}
      <span className="truncate text-12 text-text-3 max-lg:hidden">
        Drag the playhead to see any earlier moment
      </span>
    </>
  );
}

function Legend() {
  const entry = "inline-flex items-center gap-[5px] whitespace-nowrap";
  return (
    <div aria-hidden="true" className="own-colours flex flex-none gap-3 text-11 text-text-2 max-xl:hidden">
      <span className={entry}>
        <span className="size-2 rounded-[2px] bg-st-think" />
        Model
      </span>
      <span className={entry}>
        <span className="size-2 rounded-[2px] bg-st-tool-soft ring-1 ring-st-tool ring-inset" />
        Tool
      </span>
      <span className={entry}>
        <span className="h-px w-2.5 bg-st-idle" />
        Waiting
      </span>
      <span className={entry}>
        <span className="w-2.5 border-t border-dashed border-st-idle" />
        Queued
      </span>
      <span className={entry}>
        <span className="size-2 rounded-[2px] bg-[repeating-linear-gradient(45deg,var(--st-person-line)_0_2px,var(--st-person-soft)_2px_4px)] ring-1 ring-st-person-line ring-inset" />
        A person
      </span>
    </div>
  );
}
