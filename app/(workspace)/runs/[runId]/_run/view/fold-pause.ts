import type { RunEvent } from "@/server/contract/run-event.ts";
import type { RunDraft } from "./draft.ts";
import { updateRunStatus } from "./run-progress.ts";
import { settleState } from "./session-state.ts";

/** A run that is paused or resumed: each session that is not over shows whether it is held. */
export function foldPauseEvent(draft: RunDraft, event: RunEvent, at: number): void {
  if (event.type !== "run.paused" && event.type !== "run.resumed") return;
  draft.view.isPaused = event.type === "run.paused";
  for (const sessionId of draft.view.order) {
    if (draft.view.sessions[sessionId]?.finishedAt !== null) continue;
    const session = draft.session(sessionId);
    if (session) settleState({ draft, session, at });
  }
  updateRunStatus({ draft, at });
}
