import type { RunSummary } from "@/server/contract/api.ts";
import { type AgentState, agentStates } from "./agent-state.ts";

interface RunLook {
  readonly state: AgentState;
  readonly word: string;
  readonly icon: (typeof agentStates)[AgentState]["icon"];
}

const states: Readonly<Record<RunSummary["status"], AgentState>> = {
  running: "thinking",
  waiting: "waiting-person",
  paused: "paused",
  completed: "done",
  failed: "failed",
  cancelled: "stopped",
};

/** The state of a whole run, in the words and icons of the ten states. */
export function runLook(run: Pick<RunSummary, "status" | "openWaits">): RunLook {
  const isWaitingForPerson = run.openWaits > 0 && (run.status === "running" || run.status === "waiting");
  const state = isWaitingForPerson ? "waiting-person" : states[run.status];
  const { word, icon } = agentStates[state];
  return { state, word: state === "thinking" ? "Running" : word, icon };
}
