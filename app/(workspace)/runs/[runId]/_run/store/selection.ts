import type { AgentId } from "@/server/contract/ids.ts";
import type { SessionView } from "../view/run-view.ts";
import type { RunState } from "./run-store.ts";

/**
 * The session whose transcript is open: the chosen one, the newest of the chosen agent, else the lead's; undefined for
 * an agent that was not called up to the moment shown.
 */
export function selectedSession({ shown, selected, selectedAgent }: RunState): SessionView | undefined {
  const ofAgent = selectedAgent === null ? undefined : shown.byAgent.get(selectedAgent as AgentId)?.at(-1);
  if (selectedAgent !== null && ofAgent === undefined) return undefined;
  const id = ofAgent ?? (selected !== null && shown.sessions[selected] ? selected : shown.order[0]);
  return id === undefined ? undefined : shown.sessions[id];
}

/** The agent whose card is outlined; undefined before the lead has a session. */
export function selectedAgentId(state: RunState): string | undefined {
  return state.selectedAgent ?? selectedSession(state)?.agentId;
}
