"use client";

import { useEffect, useState } from "react";
import { useRun, useRunContext } from "../store/run-context.tsx";

export const playbackSpeeds = ["1", "2", "4", "8", "16"] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

export interface Playback {
  readonly isPlaying: boolean;
  readonly speed: PlaybackSpeed;
  setSpeed(speed: PlaybackSpeed): void;
  toggle(): void;
  pause(): void;
}

/** Plays a run again from the events that are here. At its end it is live again. */
export function usePlayback(): Playback {
  const { store } = useRunContext();
  const isPast = useRun((state) => state.moment !== null);
  const [isWanted, setIsWanted] = useState(false);
  const [speed, setSpeed] = useState<PlaybackSpeed>("1");
  const isPlaying = isWanted && isPast;

  useEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(at) {
      const { moment, view } = store.getState();
      if (moment === null) return;
      const next = moment + (at - before) * Number(speed);
      before = at;
      if (next >= view.lastAt) {
        store.lookAt(null);
        return;
      }
      store.lookAt(next);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, store]);

  return {
    isPlaying,
    speed,
    setSpeed,
    pause: () => setIsWanted(false),
    toggle: () => {
      const { moment, view } = store.getState();
      // Nothing lies after now: playing begins at the beginning.
      if (moment === null && view.startedAt !== null) store.lookAt(view.startedAt);
      setIsWanted(!isPlaying);
    },
  };
}
