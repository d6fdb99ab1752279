import type { AgentState } from "@/app/_ui/agent-state.ts";
import type { ApprovalRequest } from "@/server/contract/approval.ts";
import type { Budget } from "@/server/contract/budget.ts";
import type { AgentId, CallId, RunId, SessionId, WaitId } from "@/server/contract/ids.ts";
import type { Json } from "@/server/contract/json.ts";
import type { ModelChoice } from "@/server/contract/org-document.ts";
import type { Question, QuestionAnswer } from "@/server/contract/questions.ts";
import type { RunEvent, RunStatus, TodoItem } from "@/server/contract/run-event.ts";
import type { SecretRequest } from "@/server/contract/secrets.ts";
import type { ToolOrigin } from "@/server/contract/tool-array.ts";
import type { ArtifactReference, SettledResult } from "@/server/contract/tool-result.ts";
import type { Usage } from "@/server/contract/usage.ts";
import type { CallBook } from "./call-book.ts";
import type { PagedList } from "./paged-list.ts";

/** What a session is doing, in the words of the state language. */
export type SessionState = Exclude<AgentState, "idle">;

/** Where one tool call stands. `ready`: the model asked for it and it has not begun. */
export type CallState =
  | "ready"
  | "queued"
  | "running"
  | "child"
  | "person"
  | "done"
  | "failed"
  | "denied"
  | "stopped";

export type SpanKind = "queued" | "model" | "tool" | "waiting" | "person" | "failed";

/** A stretch of a session's lane. Milliseconds since the epoch; `to` is null while it goes on. */
export interface Span {
  readonly kind: SpanKind;
  readonly from: number;
  readonly to: number | null;
  readonly label: string;
  readonly callId?: CallId;
  readonly turn?: number;
}

/** One tool call, whatever its source. */
export interface CallView {
  readonly callId: CallId;
  readonly name: string;
  /** Null until the call has begun. */
  readonly origin: ToolOrigin | null;
  readonly input: Json;
  readonly malformedInput: string | null;
  readonly state: CallState;
  readonly startedAt: number | null;
  readonly durationMs: number | null;
  readonly result: SettledResult | null;
  /** Sessions that this call opened, in order. */
  readonly children: readonly SessionId[];
  readonly waitId: WaitId | null;
  /** Those in front of a skill call that waits for its turn, from 1. */
  readonly queuePosition: number | null;
  /** What a skill printed. */
  readonly logs: string;
  readonly artifacts: readonly ArtifactReference[];
}

export type TranscriptEntry =
  | {
      readonly kind: "message";
      readonly key: string;
      readonly at: number;
      readonly text: string;
      /** A person wrote it to the session at work; otherwise it is the task. */
      readonly isFromPerson: boolean;
    }
  | {
      readonly kind: "text";
      readonly key: string;
      readonly at: number;
      readonly turn: number;
      readonly text: string;
    }
  | {
      readonly kind: "call";
      readonly key: string;
      readonly at: number;
      readonly turn: number;
      readonly callId: CallId;
    }
  | { readonly kind: "note"; readonly key: string; readonly at: number; readonly text: string };

/** Text of the model call that is going on. `next` is the offset that the next piece should carry. */
export interface StreamView {
  readonly turn: number;
  readonly text: string;
  readonly next: number;
}

export interface TurnView {
  readonly turn: number;
  readonly startedAt: number;
  readonly model: ModelChoice;
  readonly isScripted: boolean;
  readonly promptHash: string;
  readonly toolsHash: string;
  /** Null until the call has come to its end. */
  readonly usage: Usage | null;
  readonly durationMs: number | null;
  readonly firstTextMs: number | null;
}

/** Children of a parked session: how many were asked, and how many are back. */
export interface ChildrenView {
  readonly total: number;
  readonly back: number;
  readonly failed: number;
}

export interface WaitingMessage {
  readonly key: string;
  readonly at: number;
  readonly text: string;
}

export interface SessionView {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  readonly agentName: string;
  readonly depth: number;
  readonly task: string;
  readonly parentSessionId: SessionId | null;
  readonly callId: CallId | null;
  /** Place among the siblings of one parallel delegation, from 0. */
  readonly index: number | null;
  readonly siblings: number;
  readonly state: SessionState;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  /** When the present state began. */
  readonly stateSince: number;
  readonly answer: string;
  readonly error: string | null;
  readonly usage: Usage;
  readonly turns: readonly TurnView[];
  readonly stream: StreamView | null;
  /** The newest whole text of the model. */
  readonly lastText: string;
  readonly calls: CallBook<CallView>;
  /** Calls that have begun and have no result yet. */
  readonly openCalls: readonly CallId[];
  readonly parkedFor: "children" | "person" | "slot" | null;
  /** While it is queued: its place in line, from 1, and for what. */
  readonly queue: { readonly position: number; readonly reason: string } | null;
  readonly children: ChildrenView;
  readonly openWaits: readonly WaitId[];
  readonly skills: readonly string[];
  readonly todos: readonly TodoItem[];
  readonly transcript: readonly TranscriptEntry[];
  /** What a person wrote and the session has not read yet, oldest first. */
  readonly waitingMessages: readonly WaitingMessage[];
  readonly spans: readonly Span[];
  /** Places in `spans` of those that go on. */
  readonly openSpans: readonly number[];
}

/** A reporting line in use. */
export interface LineView {
  readonly down: number;
  readonly up: number;
  /** The newest message on it: seq names it, so that a bead runs once. */
  readonly pulse: { readonly seq: number; readonly at: number; readonly direction: "down" | "up" } | null;
}

export interface QuestionView {
  readonly waitId: WaitId;
  readonly sessionId: SessionId;
  readonly agentName: string;
  readonly callId: CallId;
  readonly questions: readonly Question[];
  /** There when the question is whether a call may run. */
  readonly approval?: ApprovalRequest;
  readonly secret?: SecretRequest;
  readonly askedAt: number;
  /** Null while it is open. */
  readonly answer: QuestionAnswer | null;
}

export interface ArtifactView extends ArtifactReference {
  readonly at: number;
  readonly sessionId: SessionId | null;
  readonly agentName: string | null;
  readonly isAttachment: boolean;
  /** The word with which the lead handed it over; absent where it was not. */
  readonly handedOver?: string;
}

/** Where the run shares its beginning with another one. */
export interface ForkedFrom {
  readonly runId: RunId;
  /** Of this run: the one that took a turn anew. */
  readonly sessionId: SessionId;
  readonly turn: number;
  readonly isEdited: boolean;
}

/** Everything a run page shows, folded from the run's events and nothing else. Replaced, never changed. */
export interface RunView {
  readonly runId: RunId | null;
  /** The last event that went in. */
  readonly seq: number;
  readonly status: RunStatus;
  readonly task: string;
  readonly forkedFrom: ForkedFrom | null;
  readonly orgName: string;
  readonly orgVersion: number;
  readonly isScripted: boolean;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** Time of the last event. */
  readonly lastAt: number;
  readonly answer: string;
  readonly error: string | null;
  readonly usage: Usage;
  readonly toolCalls: number;
  readonly isPaused: boolean;
  readonly budget: Budget | null;
  /** Time that counts towards the budget: milliseconds so far, and since when it goes on. */
  readonly clock: { readonly ms: number; readonly since: number | null };
  /** Sessions in the order in which they opened. */
  readonly order: readonly SessionId[];
  readonly sessions: Readonly<Record<SessionId, SessionView>>;
  /** Sessions of an agent, oldest first. */
  readonly byAgent: ReadonlyMap<AgentId, readonly SessionId[]>;
  /** By `lineKey(parent, child)`. */
  readonly lines: Readonly<Record<string, LineView>>;
  readonly activity: PagedList<RunEvent>;
  readonly artifacts: readonly ArtifactView[];
  /** All questions of the run, oldest first. */
  readonly questions: readonly QuestionView[];
}

/** Names the reporting line between two agents. */
export function lineKey(parentId: string, childId: string): string {
  return `${parentId}>${childId}`;
}
