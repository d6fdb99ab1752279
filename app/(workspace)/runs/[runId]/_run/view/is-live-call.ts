import type { CallState } from "./run-view.ts";

/** Whether a call has no outcome yet. */
export function isLiveCall(state: CallState): boolean {
  return (
    state === "ready" || state === "queued" || state === "running" || state === "child" || state === "person"
  );
}
