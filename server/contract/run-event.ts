import type { ApprovalRequest } from "./approval.ts";
import type { Budget, BudgetUnit } from "./budget.ts";
import type { AgentId, CallId, RunId, SessionId, WaitId } from "./ids.ts";
import type { Json } from "./json.ts";
import type { AssistantMessage } from "./message.ts";
import type { ModelChoice } from "./org-document.ts";
import type { Question, QuestionAnswer } from "./questions.ts";
import type { SecretRequest } from "./secrets.ts";
import type { ToolOrigin } from "./tool-array.ts";
import type { ArtifactReference, SettledResult } from "./tool-result.ts";
import type { Usage } from "./usage.ts";

export type SessionOutcome = "completed" | "failed" | "cancelled";
export type RunStatus = "running" | "waiting" | "paused" | SessionOutcome;

export interface TodoItem {
  readonly id: number;
  readonly text: string;
  readonly isDone: boolean;
  /** Where it is between open and done: at work, or given up. */
  readonly state?: "in_progress" | "cancelled";
}

/** Where an agent says that its task stands. */
export type TaskStatus = "in_progress" | "completed" | "failed";

/**
 * Everything that can happen in a run, as appended facts. What a page shows is a fold over these and nothing else.
 *
 * `message.received`, `turn.finished` and `tool_result` carry the messages of a session: the transcript is these three,
 * in order. Names follow the seed where it has them (`tool_call`, `tool_result`, `skill.queued`, `skill.started`).
 */
export type RunEventBody =
  | {
      readonly type: "run.started";
      readonly task: string;
      readonly orgName: string;
      readonly orgVersion: number;
      readonly attachments: readonly ArtifactReference[];
      readonly modelOverride?: ModelChoice;
      readonly budget?: Budget;
      /** Nobody is there to be asked: questions and approvals are refused at once. */
      readonly isUnattended?: true;
    }
  | {
      readonly type: "run.finished";
      readonly status: SessionOutcome;
      readonly answer: string;
      readonly error?: string;
    }
  /**
   * Everything before this was copied from the run `fromRunId`, up to the moment at which turn `turn` of its session
   * `fromSessionId` began; ids are this run's own and times are moved, so that it goes on without a gap.
   */
  | {
      readonly type: "run.forked";
      readonly fromRunId: RunId;
      readonly fromSessionId: SessionId;
      readonly turn: number;
      /** The agent reads another message than it did there. */
      readonly isEdited: boolean;
    }
  /** Nothing new begins from here on; model calls and tool calls that go on come to their end. */
  | { readonly type: "run.paused" }
  | { readonly type: "run.resumed" }
  /** Once a run for each budget and unit, at 80 % of it. `name` is the agent's or the line's; empty for the run's own budget. */
  | {
      readonly type: "budget.warned";
      readonly scope: "run" | "agent" | "line";
      readonly name: string;
      readonly unit: BudgetUnit;
      readonly spent: number;
      readonly limit: number;
    }
  /** `parentSessionId` and `callId` name the delegation that opened it; `index` counts siblings of one delegate_parallel call from 0. */
  | {
      readonly type: "session.started";
      readonly agentId: AgentId;
      readonly agentName: string;
      readonly depth: number;
      readonly task: string;
      readonly parentSessionId?: SessionId;
      readonly callId?: CallId;
      readonly index?: number;
      readonly siblings?: number;
    }
  | { readonly type: "session.parked"; readonly waitingFor: "children" | "person"; readonly count: number }
  /** No room under a limit: it waits as a row. `reason` continues "waits, because"; `position` is its place in line, from 1. */
  | { readonly type: "session.queued"; readonly reason: string; readonly position: number }
  | { readonly type: "session.resumed" }
  | {
      readonly type: "session.finished";
      readonly outcome: SessionOutcome;
      readonly answer: string;
      readonly error?: string;
      readonly usage: Usage;
    }
  /** A person wrote to the session; it reads this at its next turn. */
  | { readonly type: "message.queued"; readonly text: string }
  /** `from` tells what a person wrote to a session at work from the task it was given. */
  | { readonly type: "message.received"; readonly text: string; readonly from?: "person" }
  /** `promptHash` and `toolsHash` name the frozen system prompt and tool array that this model call was sent. */
  | {
      readonly type: "turn.started";
      readonly turn: number;
      readonly model: ModelChoice;
      readonly isScripted: boolean;
      readonly promptHash: string;
      readonly toolsHash: string;
    }
  | {
      readonly type: "turn.retried";
      readonly turn: number;
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  | {
      readonly type: "turn.finished";
      readonly turn: number;
      readonly message: AssistantMessage;
      readonly usage: Usage;
      readonly durationMs: number;
      readonly firstTextMs: number | null;
    }
  | {
      readonly type: "tool_call";
      readonly callId: CallId;
      readonly name: string;
      readonly origin: ToolOrigin;
      readonly input: Json;
    }
  | {
      readonly type: "tool_result";
      readonly callId: CallId;
      readonly name: string;
      readonly origin: ToolOrigin;
      readonly result: SettledResult;
      readonly durationMs: number;
    }
  /** Old turns are told in short from now on: the first `covers` messages by `summary`. Tokens are estimates. */
  | {
      readonly type: "context.compacted";
      readonly covers: number;
      readonly summary: string;
      /** Of the model call that wrote it; null when there was none. */
      readonly usage: Usage | null;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
    }
  /** A breaker refused a call: the agent was running in circles. */
  | {
      readonly type: "breaker.tripped";
      readonly callId: CallId;
      readonly name: string;
      readonly reason: string;
    }
  /** A limit of calls in time was reached: the call was not made, and is answered with an error that says so. */
  | {
      readonly type: "call.delayed";
      readonly callId: CallId;
      readonly name: string;
      readonly reason: string;
      /** ISO 8601: when it may be made. */
      readonly until: string;
    }
  | {
      readonly type: "question.asked";
      readonly waitId: WaitId;
      readonly callId: CallId;
      readonly questions: readonly Question[];
      /** There when the question is whether this very call may run. */
      readonly approval?: ApprovalRequest;
      /** There when a secret is asked for: the value itself is in no event. */
      readonly secret?: SecretRequest;
      /** Names of the agents from the lead to the one that asks; absent where the lead asks. */
      readonly chain?: readonly string[];
    }
  | {
      readonly type: "question.answered";
      readonly waitId: WaitId;
      readonly callId: CallId;
      readonly answer: QuestionAnswer;
      /** Who answered, where it is known. */
      readonly by?: string;
    }
  | { readonly type: "skill.activated"; readonly skill: string; readonly revision: string }
  /** `position` counts those in front of it, from 1. */
  | {
      readonly type: "skill.queued";
      readonly callId: CallId;
      readonly skill: string;
      readonly position: number;
    }
  | {
      readonly type: "skill.started";
      readonly callId: CallId;
      readonly skill: string;
      readonly function: string;
    }
  /** What a function that works for long has to say meanwhile: the last of what it yielded, at most twice a second. */
  | {
      readonly type: "skill.progress";
      readonly callId: CallId;
      readonly skill: string;
      readonly text: string;
    }
  | {
      readonly type: "skill.finished";
      readonly callId: CallId;
      readonly skill: string;
      readonly function: string;
      readonly durationMs: number;
      readonly exitCode: number | null;
      readonly logs: string;
      /** Bytes of memory that its processes had at most; absent where nobody knows. */
      readonly peakMemory?: number;
    }
  | {
      readonly type: "mcp.started";
      readonly callId: CallId;
      readonly server: string;
      readonly durationMs: number;
    }
  | ({ readonly type: "artifact.created"; readonly callId: CallId } & ArtifactReference)
  | { readonly type: "todos.changed"; readonly items: readonly TodoItem[] }
  /** An agent tells people something and waits for nothing. */
  | {
      readonly type: "person.notified";
      readonly callId: CallId;
      readonly title: string;
      readonly body: string;
    }
  /** The lead hands a file of the run to the person, with a word about it. */
  | ({
      readonly type: "file.attached";
      readonly callId: CallId;
      readonly note: string;
    } & ArtifactReference)
  /** What an agent reports before it is done: its parent reads it together with the answer. */
  | { readonly type: "parent.told"; readonly callId: CallId; readonly text: string }
  /** Completed and failed end the session with `text` as its answer or reason. */
  | {
      readonly type: "task.updated";
      readonly callId: CallId;
      readonly status: TaskStatus;
      readonly text: string;
    };

export type RunEventType = RunEventBody["type"];

export interface RunEventHead {
  readonly runId: RunId;
  /** Gapless from 1 inside its run, in commit order. */
  readonly seq: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  /** Absent on events of the run itself. */
  readonly sessionId?: SessionId;
  /** Name of the session's agent; absent on events of the run itself. */
  readonly agent?: string;
}

export type RunEvent = RunEventHead & RunEventBody;

/** Streamed text of a model call that is still going on: broadcast, about 50 ms apart, never stored. */
export interface TextDelta {
  readonly type: "text.delta";
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly turn: number;
  /** Characters of this turn's text before `text`: a reader who missed one sees the gap. */
  readonly offset: number;
  readonly text: string;
}

/** Something happened in some run. */
export interface RunChange {
  /** Whether the inbox may hold something else than before: open questions and notices. */
  readonly hasWaits: boolean;
}

/** What a follower of a run receives. */
export type RunSignal = RunEvent | TextDelta;
