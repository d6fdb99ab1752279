"use client";

import { useSyncExternalStore } from "react";
import { useRun, useRunCalmly } from "./run-context.tsx";

/** One clock for the page: every running time moves in the same instant, and none while the page is hidden. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let present = Date.now();

function tick(): void {
  if (document.visibilityState === "hidden") return;
  present = Date.now();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    present = Date.now();
    timer = setInterval(tick, 1_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function stay(): () => void {
  return () => undefined;
}

function usePresent(isTicking: boolean): number {
  const ahead = useRun((state) => state.clockAhead);
  const now = useSyncExternalStore(
    isTicking ? listen : stay,
    () => present,
    () => 0,
  );
  return now + ahead;
}

/**
 * The end of the run as far as it has come, in milliseconds since the epoch: now while it goes on, whatever is looked at. A run
 * that waits has no events, and its time goes on all the same.
 */
export function useRunEnd(): number {
  const lastAt = useRunCalmly(({ view }) => view.lastAt);
  const isOver = useRun(({ view }) => view.finishedAt !== null || view.startedAt === null);
  const now = usePresent(!isOver);
  return isOver ? lastAt : Math.max(lastAt, now);
}

/**
 * The moment the page shows, in milliseconds since the epoch: now while the run goes on, its end when it is over,
 * or the moment that is looked at. `isRunning: false` saves the ticking.
 */
export function useShownMoment(isRunning = true): number {
  const moment = useRun((state) => state.moment);
  const finishedAt = useRun((state) => state.view.finishedAt);
  const now = usePresent(isRunning && moment === null && finishedAt === null);
  return moment ?? finishedAt ?? now;
}
