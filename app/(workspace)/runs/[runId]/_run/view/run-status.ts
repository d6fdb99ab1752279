import type { AgentState } from "@/app/_ui/agent-state.ts";
import type { RunStatus } from "@/server/contract/run-event.ts";

/** How a run's status looks and reads: the same language as for agents. */
export const runStatusLooks: Readonly<
  Record<RunStatus, { readonly state: AgentState; readonly word: string }>
> = {
  running: { state: "thinking", word: "Running" },
  waiting: { state: "waiting-person", word: "Waiting for you" },
  completed: { state: "done", word: "Done" },
  failed: { state: "failed", word: "Failed" },
  cancelled: { state: "stopped", word: "Stopped" },
};
