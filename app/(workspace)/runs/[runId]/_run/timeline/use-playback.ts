"use client";

import { useEffect, useState } from "react";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { play } from "./play.ts";

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
  // Whatever led back to now: the next look at an earlier moment does not begin to play by itself.
  if (isWanted && !isPast) setIsWanted(false);
  const isPlaying = isWanted && isPast;

  useEffect(() => {
    if (!isPlaying) return;
    return play({ store, speed: Number(speed), isSkipping });
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
