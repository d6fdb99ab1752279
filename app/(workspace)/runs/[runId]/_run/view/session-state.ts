import type { FoldPlace } from "./fold-place.ts";
import type { SessionState } from "./run-view.ts";

/** Sets what a session is doing and since when; the time moves only when the state does. */
export function setState({ session, at }: Omit<FoldPlace, "draft">, state: SessionState): void {
  if (session.state === state) return;
  session.state = state;
  session.stateSince = at;
}

/** What a session does now that a call has come or gone: parked beats calling, calling beats thinking. */
export function settleState(place: FoldPlace): void {
  if (place.session.finishedAt === null) setState(place, presentState(place));
}

function presentState({ session, draft }: FoldPlace): SessionState {
  if (session.openWaits.length > 0 || session.parkedFor === "person") return "waiting-person";
  if (session.parkedFor === "children") return "waiting-children";
  if (session.parkedFor === "slot") return "queued";
  if (session.openCalls.length > 0) return "calling";
  // A model call that goes on comes to its end; between turns a paused run holds the session.
  const isAsking = session.turns.at(-1)?.usage === null;
  if (draft.view.isPaused && !isAsking) return "paused";
  return session.turns.length > 0 ? "thinking" : "queued";
}
