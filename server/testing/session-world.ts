import type { Budget } from "../contract/budget.ts";
import type { CallId, RunId, SessionId, WaitId } from "../contract/ids.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import type { Question, QuestionAnswer } from "../contract/questions.ts";
import type { RunEvent } from "../contract/run-event.ts";
import type { DelegationBook } from "../delegation/delegation-book.ts";
import type { SessionStore } from "../engine/ports.ts";
import type { ToolContext } from "../engine/tool.ts";

export interface QuestionDesk {
  find(
    sessionId: SessionId,
    callId: CallId,
  ): Promise<{ readonly waitId: WaitId; readonly answer: QuestionAnswer | null } | undefined>;
  ask(context: ToolContext, questions: readonly Question[]): Promise<WaitId>;
  /** Undefined when it was not open any more; else the session that can go on, if it can. */
  answer(
    waitId: WaitId,
    answer: QuestionAnswer,
  ): Promise<{ readonly wake: SessionId | undefined } | undefined>;
}

/** Everything durable that the engine and delegation work on: in memory, or in PostgreSQL. */
export interface SessionWorld {
  readonly sessions: SessionStore;
  readonly delegation: DelegationBook;
  readonly questions: QuestionDesk;
  start(
    document: OrgDocument,
    task: string,
    budget?: Budget,
  ): Promise<{ readonly runId: RunId; readonly sessionId: SessionId }>;
  cancel(runId: RunId): Promise<void>;
  /** Resolves with the sessions that can go on. */
  cancelBranch(runId: RunId, sessionId: SessionId): Promise<readonly SessionId[]>;
  pause(runId: RunId): Promise<void>;
  /** Resolves with the sessions that can go on. */
  resume(runId: RunId): Promise<readonly SessionId[]>;
  steer(runId: RunId, sessionId: SessionId, text: string): Promise<"sent" | "over" | "full" | "unknown">;
  /** Whether the time of the run counts just now. */
  isClockGoing(runId: RunId): Promise<boolean>;
  events(runId: RunId): Promise<readonly RunEvent[]>;
  /** Told about sessions that became ready because children were opened. */
  onWake(listener: (sessions: readonly SessionId[]) => void): void;
}
