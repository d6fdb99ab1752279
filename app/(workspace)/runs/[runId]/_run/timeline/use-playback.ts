"use client";

import { useEffect, useState } from "react";
import { useRun, useRunContext } from "../store/run-context.tsx";
import type { RunView } from "../view/run-view.ts";
import { skipWaiting, workStretches } from "./next-work.ts";

export const playbackSpeeds = ["1", "2", "4", "8", "16"] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

export interface Playback {
  readonly isPlaying: boolean;
  readonly speed: PlaybackSpeed;
  setSpeed(speed: PlaybackSpeed): void;
  /** Whether stretches in which every agent waits are left out. */
  readonly isSkipping: boolean;
  setSkipping(isSkipping: boolean): void;
  toggle(): void;
  pause(): void;
}

/** Plays a run again from the events that are here. At its end it is live again. */
export function usePlayback(): Playback {
  const { store } = useRunContext();
  const isPast = useRun((state) => state.moment !== null);
  const [isWanted, setIsWanted] = useState(false);
  const [speed, setSpeed] = useState<PlaybackSpeed>("1");
  const [isSkipping, setSkipping] = useState(false);
  const isPlaying = isWanted && isPast;

  useEffect(() => {
    if (!isPlaying) return;
    const skip = isSkipping ? createSkipper() : (moment: number) => moment;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(at) {
      const { moment, view } = store.getState();
      if (moment === null) return;
      const next = skip(moment + (at - before) * Number(speed), view);
      before = at;
      if (next >= view.lastAt) {
        store.lookAt(null);
        return;
      }
      store.lookAt(next);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, isSkipping, speed, store]);

  return {
    isPlaying,
    speed,
    setSpeed,
    isSkipping,
    setSkipping,
    pause: () => setIsWanted(false),
    toggle: () => {
      const { moment, view } = store.getState();
      // Nothing lies after now: playing begins at the beginning.
      if (moment === null && view.startedAt !== null) store.lookAt(view.startedAt);
      setIsWanted(!isPlaying);
    },
  };
}

/** Reads the stretches of work again only when the run has gone on. */
function createSkipper(): (moment: number, view: RunView) => number {
  let read: RunView | undefined;
  let stretches: ReturnType<typeof workStretches> = [];
  return (moment, view) => {
    if (view !== read) stretches = workStretches(view);
    read = view;
    return skipWaiting(stretches, moment);
  };
}
