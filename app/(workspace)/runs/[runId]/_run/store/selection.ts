import type { SessionView } from "../view/run-view.ts";
import type { RunState } from "./run-store.ts";

/** The session whose transcript is open: the chosen one, else the lead's; undefined for an agent that was not called. */
export function selectedSession({ shown, selected, selectedIdle }: RunState): SessionView | undefined {
  if (selectedIdle !== null) return undefined;
  const id = selected !== null && shown.sessions[selected] ? selected : shown.order[0];
  return id === undefined ? undefined : shown.sessions[id];
}

/** The agent whose card is outlined; undefined before the lead has a session. */
export function selectedAgentId(state: RunState): string | undefined {
  return state.selectedIdle ?? selectedSession(state)?.agentId;
}
