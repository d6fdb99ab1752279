import type { PromptSection } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { Spent } from "../contract/budget.ts";
import type { Compaction } from "../contract/compaction.ts";
import type { CallId, RunId, SessionId } from "../contract/ids.ts";
import type { AssistantMessage, Message } from "../contract/message.ts";
import type { ModelChoice } from "../contract/org-document.ts";
import type { RunEventBody, SessionOutcome } from "../contract/run-event.ts";
import type { ListedTool } from "../contract/tool-array.ts";
import type { GivenTask } from "../contract/tool-result.ts";
import type { Usage } from "../contract/usage.ts";
import type { BudgetLimit } from "./budgets.ts";
import type { AgentScope } from "./tool.ts";

// ---------- models

export interface ModelRequest {
  readonly system: string;
  /** Begins with a user message; results follow their calls, contiguous and complete. */
  readonly messages: readonly Message[];
  /** Ids of all calls of the session: those of turns that `messages` leave out as well. No call of the reply has one of them. */
  readonly takenIds: ReadonlySet<string>;
  readonly tools: readonly ListedTool[];
  readonly signal: AbortSignal;
  /** Receives the text as it comes; not called again for text of an attempt that was given up. */
  onText(text: string): void;
  /** Told before an attempt is repeated; text received so far is void. */
  onRetry(retry: { readonly attempt: number; readonly delayMs: number; readonly reason: string }): void;
}

export interface ModelReply {
  readonly message: AssistantMessage;
  readonly usage: Usage;
  /** `length`: cut off at the output limit; the text and any complete calls are kept. */
  readonly finish: "stop" | "calls" | "length" | "refused";
}

/** A model call that ended without a reply. `message` is for people: what happened and what to do. */
export class ModelError extends Error {
  readonly code:
    | "not_configured"
    | "unauthorized"
    | "rate_limited"
    | "overloaded"
    | "invalid_request"
    | "too_long"
    | "broken_stream"
    | "unreachable"
    | "aborted";

  constructor(code: ModelError["code"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ModelError";
    this.code = code;
  }
}

/** One model, ready to be asked. Retries what can be retried itself; rejects with `ModelError` and nothing else. */
export interface ModelPort {
  readonly isScripted: boolean;
  /** Tokens that one request may hold, prompt, tools and messages together. */
  readonly contextTokens: number;
  respond(request: ModelRequest): Promise<ModelReply>;
}

/** Finds the model an agent was given. Rejects with `ModelError("not_configured")` where there is none. */
export interface ModelDirectory {
  resolve(choice: ModelChoice): Promise<ModelPort>;
}

// ---------- prompts

/** A feature that has something to say in the system prompt (the skill catalogue and activated bodies). */
export interface PromptSource {
  /** Deterministic to the byte while nothing changed: providers cache prompt prefixes. */
  sections(scope: AgentScope): Promise<readonly PromptSection[]>;
}

/** Keeps what was sent to models, once per content. */
export interface FrozenTextStore {
  /** Resolves with the SHA-256 in hex, the key. Durable before it resolves. */
  keep(text: string): Promise<string>;
  read(hash: string): Promise<string | undefined>;
}

// ---------- sessions

/** What every write tells besides, from the rows it locks anyway: a turn asks for none of this. */
export interface SessionNews {
  /** The run was paused: give the session back at the next turn boundary. */
  readonly isPaused: boolean;
  /** Messages of people that wait to be read. */
  readonly waitingMessages: number;
  /** What the whole run used so far. */
  readonly spent: Spent;
}

/** What a provider counted for one request. */
export interface CountedRequest {
  /** Cached ones included. */
  readonly inputTokens: number;
  /** How many messages from the start of the transcript it told of. */
  readonly messages: number;
  /** Estimated tokens of its system prompt and tool array; absent: those are as they were. */
  readonly fixedTokens?: number;
}

/** The session's row as it was claimed, with its transcript. */
export interface ClaimedSession {
  readonly sessionId: SessionId;
  readonly runId: RunId;
  /** The session that gave it its task; undefined for the root. */
  readonly parentId: SessionId | undefined;
  readonly fence: number;
  readonly scope: AgentScope;
  readonly model: ModelChoice;
  readonly messages: readonly Message[];
  /** Model calls made so far. */
  readonly turns: number;
  readonly usage: Usage;
  /** Ids of calls that were begun (a `tool_call` event) without an answer yet. */
  readonly startedCalls: ReadonlySet<string>;
  /** Those of them about which a person was asked whether they may run, before their tool was reached; absent: none. */
  readonly askedCalls?: ReadonlySet<string>;
  /** What stands for its old turns, if they were compacted. */
  readonly compaction: Compaction | undefined;
  /** Its last model call as the provider counted it; absent: not known, or the transcript was compacted since. */
  readonly counted?: CountedRequest | undefined;
  readonly isResumed: boolean;
  /** Every budget of the run. */
  readonly budgets: readonly BudgetLimit[];
  /** Budgets that people were warned of, as `key:unit`. */
  readonly warned: readonly string[];
  readonly news: SessionNews;
}

/** The write was refused: another worker owns the session now, or the run was stopped. Stop silently. */
export class FenceLostError extends Error {
  constructor() {
    super("This worker no longer owns the session.");
    this.name = "FenceLostError";
  }
}

/**
 * The store cannot be reached or written to now. What was being written may or may not be durable: the session is left as it
 * is, and whoever claims it once the store is back goes on from what it finds.
 */
export class StoreUnavailableError extends AppError {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      "unavailable",
      `OpenHive's database cannot be used now (${reason}). It goes on by itself once it can.`,
      {
        cause,
      },
    );
  }
}

/**
 * The durable life of a session. Every method is one commit; those with a fence reject with `FenceLostError`, and all with
 * `StoreUnavailableError` while there is no writing.
 */
export interface SessionStore {
  /** Takes a session that is ready. Undefined when it is not there, not ready or its run is over. */
  claim(sessionId: SessionId, worker: number): Promise<ClaimedSession | undefined>;
  /**
   * Appends events of the session, in order, as one commit, which also opens sessions below it: it waits for them from then on, and
   * they are started. A second opening for the same call is refused.
   */
  append(
    session: ClaimedSession,
    events: readonly RunEventBody[],
    opening?: readonly ChildToOpen[],
  ): Promise<SessionNews>;
  /** Appends its last events and lets the session sleep as a row. "ready" when what it waited for came meanwhile: go on at once. */
  park(
    session: ClaimedSession,
    events: readonly RunEventBody[],
    sleep: SessionSleep,
  ): Promise<"parked" | "ready">;
  /**
   * Appends its last events and ends the session; the root's end ends the run. Resolves with the parent when this was the last
   * thing it waited for; `resumed`: this worker has it again already. `stays`: its events were appended and it did not end, because a person wrote to it or paused its run
   * meanwhile; only a completed session stays for that.
   */
  finish(
    session: ClaimedSession,
    events: readonly RunEventBody[],
    end: SessionEnd,
  ): Promise<{
    readonly wake: SessionId | undefined;
    readonly resumed?: ResumedSession;
    readonly stays?: SessionNews;
  }>;
  /** Stops all sessions below this one and takes back what it asked people, before it fails: there is nobody left to hear of them. */
  stopBelow(session: ClaimedSession): Promise<void>;
  /** Takes what people wrote to the session into its transcript, oldest first. Each message is taken once. */
  takeMessages(session: ClaimedSession): Promise<readonly string[]>;
  /** Makes the session ready for whoever claims it next. True when the run goes on already: then it can be claimed at once. */
  giveBack(session: Pick<ClaimedSession, "sessionId" | "fence">): Promise<boolean>;
  /** What the sessions of each agent used so far, by the agent's id. */
  spentByAgent(runId: RunId): Promise<ReadonlyMap<string, Spent>>;
  /** Appends the warning unless one with this key was appended before; needs no claim. */
  warn(
    session: ClaimedSession,
    key: string,
    event: Extract<RunEventBody, { type: "budget.warned" }>,
  ): Promise<void>;
}

/** A session that slept and that this worker, which kept its transcript, has claimed again. */
export interface ResumedSession extends Pick<ClaimedSession, "sessionId" | "fence" | "news"> {}

/** A session to be opened for a task that a call gave away. */
export interface ChildToOpen extends GivenTask {
  readonly callId: CallId;
  /** Its place among those of its call, and how many these are. */
  readonly index: number;
  readonly siblings: number;
}

/** What a session sleeps for. */
export interface SessionSleep {
  readonly waitingFor: "children" | "person";
  /** How many of them. */
  readonly count: number;
  /** Sessions that are opened below it in the same commit. */
  readonly opening?: readonly ChildToOpen[];
}

export interface SessionEnd {
  readonly outcome: SessionOutcome;
  readonly answer: string;
  readonly error?: string;
  readonly usage: Usage;
}

// ---------- outside

/** Text as it streams: broadcast, never stored. */
export interface DeltaSink {
  push(session: ClaimedSession, turn: number, text: string): void;
  /** The turn is over or was begun again. */
  reset(session: ClaimedSession): void;
}
