import type { RunState } from "../store/run-store.ts";
import { selectedSession } from "../store/selection.ts";
import type { SessionView } from "../view/run-view.ts";

/** Who gets a message now: the agent that is looked at, or the lead where that one has nothing left to do; nobody after the end. */
export function steerTarget(state: RunState): SessionView | undefined {
  const { sessions, order } = state.view;
  const looked = selectedSession(state)?.sessionId;
  return [looked, order[0]]
    .map((id) => (id === undefined ? undefined : sessions[id]))
    .find((session) => session?.finishedAt === null);
}
