"use client";

import { useMemo } from "react";
import { useRunEnd } from "../store/run-clock.ts";
import { useRun } from "../store/run-context.tsx";
import { createTimeScale, endAhead, type TimeScale } from "./time-scale.ts";

export interface RunScale {
  readonly scale: TimeScale;
  /** The end of the run as far as it has come. */
  readonly end: number;
}

/** The scale over the whole run up to now: a run that waits for somebody waits on its lanes too. */
export function useRunScale(width: number): RunScale {
  const begin = useRun(({ view }) => view.startedAt) ?? 0;
  const isOver = useRun(({ view }) => view.finishedAt !== null);
  const end = Math.max(begin, useRunEnd());
  const last = isOver ? end : endAhead(begin, end);
  const scale = useMemo(() => createTimeScale(begin, last, Math.max(1, width)), [begin, last, width]);
  return { scale, end };
}
