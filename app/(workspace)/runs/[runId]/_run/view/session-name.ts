import type { RunView, SessionView } from "./run-view.ts";

/** "Web scout 2" where the agent has several sessions, otherwise its name alone. */
export function sessionName(view: RunView, session: SessionView): string {
  const sessions = view.byAgent.get(session.agentId) ?? [];
  return sessions.length > 1
    ? `${session.agentName} ${sessions.indexOf(session.sessionId) + 1}`
    : session.agentName;
}
