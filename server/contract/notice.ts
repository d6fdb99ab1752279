import type { RunId, SessionId } from "./ids.ts";

/** What an agent told people and nobody has read yet. */
export interface Notice {
  readonly id: string;
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly orgName: string;
  readonly agentName: string;
  readonly title: string;
  readonly body: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}
