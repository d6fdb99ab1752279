import type { AgentId, CallId, SessionId } from "../contract/ids.ts";
import type { SessionOutcome } from "../contract/run-event.ts";
import type { ToolContext } from "../engine/tool.ts";

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

export interface ChildToOpen {
  readonly agentId: AgentId;
  readonly agentName: string;
  readonly task: string;
}

/** The sessions that delegations opened. */
export interface DelegationBook {
  /** The children of one call, by index; empty when it opened none yet. */
  childrenOf(sessionId: SessionId, callId: CallId): Promise<readonly ChildSession[]>;
  /**
   * Opens one session a child, all in one commit that also makes the parent wait for them, then starts them.
   * Rejects with `FenceLostError` when the parent is no longer owned; a second opening for the same call is refused.
   */
  open(context: ToolContext, children: readonly ChildToOpen[]): Promise<void>;
}
