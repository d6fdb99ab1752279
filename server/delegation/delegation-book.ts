import type { CallId, SessionId } from "../contract/ids.ts";
import type { SessionOutcome } from "../contract/run-event.ts";

/** A child session as its parent's call sees it. */
export interface ChildSession {
  readonly index: number;
  readonly agentName: string;
  /** Null while it is at work. */
  readonly outcome: SessionOutcome | null;
  readonly answer: string;
  readonly error: string | null;
  /** What it told its parent on the way, oldest first. */
  readonly reports?: readonly string[];
}

/** The sessions that delegations opened. */
export interface DelegationBook {
  /** The children of one call, by index; empty when it opened none yet. */
  childrenOf(sessionId: SessionId, callId: CallId): Promise<readonly ChildSession[]>;
}
