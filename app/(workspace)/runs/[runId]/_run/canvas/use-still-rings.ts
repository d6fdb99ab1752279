"use client";

import { useRun } from "../store/run-context.tsx";

const MOST_TURNING = 60;

/** Whether so many agents work at once that turning rings would cost more than they tell. */
export function useStillRings(): boolean {
  return useRun(({ shown }) => {
    let working = 0;
    for (const id of shown.order) {
      const state = shown.sessions[id]?.state;
      if (state === "thinking" || state === "calling") working += 1;
    }
    return working > MOST_TURNING;
  });
}
