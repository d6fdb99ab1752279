import type { CallIdentity } from "../contract/approval.ts";
import type { AgentId, CallId, OrgId, RunId, SessionId } from "../contract/ids.ts";
import type { Json, JsonSchema } from "../contract/json.ts";
import type { Message, ToolCall } from "../contract/message.ts";
import type { Agent } from "../contract/org-document.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import type { SaidEffect, ToolOrigin } from "../contract/tool-array.ts";
import type { ScopedPolicy } from "../contract/tool-policy.ts";
import type { ArtifactReference, ToolResult } from "../contract/tool-result.ts";

export type ParseOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** One schema, two readers: the provider sends `jsonSchema`, the dispatcher calls `parse`. */
export interface InputSchema<Input> {
  readonly jsonSchema: JsonSchema;
  /** Never throws; the message says which argument is wrong and what it should be. */
  parse(input: unknown): ParseOutcome<Input>;
}

/** Facts about a tool that shared code may rely on. It reads these and never asks what kind of tool it is. */
export interface ToolFlags {
  /** Changes nothing anywhere. */
  readonly readOnly: boolean;
  /** May run beside other calls of the same turn. */
  readonly concurrencySafe: boolean;
  /** Can destroy something that cannot be brought back. */
  readonly destructive: boolean;
  /** May be dispatched again after a crash: the second dispatch finds what the first one did. */
  readonly idempotent: boolean;
}

export const NO_FLAGS: ToolFlags = {
  readOnly: false,
  concurrencySafe: false,
  destructive: false,
  idempotent: false,
};

/** By its name in a toolbox or by `*`; by its name alone; or by what was drawn. */
export type ToolGrant = "toolbox" | "name" | "drawing";

/** What a call would do, before it does. */
export interface CallSubject {
  /** In short: the command. */
  readonly summary: string;
  /** One for each program that would run; empty refuses the call. */
  readonly identities: readonly CallIdentity[];
  /** What patterns of the allow list are held against, beside the programs: each has to fit. */
  readonly commands: readonly string[];
  /** Why the call never runs, whoever allows it; absent: people and rules decide. */
  readonly refusal?: string;
}

/** How a tool takes `{{secret:NAME}}` in its arguments. */
export interface SecretUse {
  /**
   * "arguments": the value stands in its place. "context": the arguments stay as they are and the values come in
   * `context.secrets`, for tools that would read a value as something else than a value, such as a shell.
   */
  readonly into: "arguments" | "context";
  /** Where a call with this input sends what it holds, as origins; absent where that cannot be told. Pure, never throws. */
  origins?(input: Json): readonly string[];
}

/** Where an agent stands when it works: above it and behind it. */
export interface ScopePlace {
  /** Id of the provider of the model at work. */
  readonly provider: string;
  /** The org's own lists. */
  readonly org: ScopedPolicy | undefined;
  /** Lists of the lines from the lead down to the agent. */
  readonly passedOn: readonly (readonly string[])[];
  /** What the request that started the run allows; absent: everything. */
  readonly request: readonly string[] | undefined;
  /** Names of the agents from the one the run began at to this one. */
  readonly chain: readonly string[];
}

/** Whose turn it is and what the person drew for it. Sources list tools for a scope; tools run in one. */
export interface AgentScope {
  readonly orgId: OrgId | null;
  readonly agent: Agent;
  /** The agents it may delegate to, in drawing order. */
  readonly children: readonly Agent[];
  /** The agent it reports to; null for the one that the run began at. */
  readonly parent: Agent | null;
  /** 0 for the agent that the run began at. */
  readonly depth: number;
  /** Files that were attached to the run when it started. */
  readonly attachments: readonly ArtifactReference[];
  /** The session's transcript so far; empty when an array is only shown, not sent. */
  readonly messages: readonly Message[];
  /** Where the agent stands, as rules about tools see it; absent where no rules hold. */
  readonly place?: ScopePlace;
  /** Nobody can be asked in this run. */
  readonly isUnattended?: boolean;
  /** Its runs work in the org's files; absent: each in its own. */
  readonly sharesWorkspace?: boolean;
  /** Names that the agent's toolboxes list: for sources whose tools an agent gets by name. */
  readonly toolNames?: ReadonlySet<string>;
}

/** Everything one call may use. Made anew for every dispatch; holds no state of its own. */
export interface ToolContext {
  readonly scope: AgentScope;
  readonly runId: RunId;
  readonly sessionId: SessionId;
  /** The claim under which this worker owns the session: hand it to every write on the session's behalf. */
  readonly fence: number;
  readonly agentId: AgentId;
  readonly callId: CallId;
  /** Whether nobody ran this call before: there is nothing of it to be found. */
  readonly isNew?: boolean;
  /** A person was asked whether it may run, by whoever worked on the session then. */
  readonly wasAsked?: boolean;
  /** Secrets that the arguments refer to, by name, for tools that take them here. Gone with the call. */
  readonly secrets?: ReadonlyMap<string, string>;
  /** Aborted when the run is stopped, the session is lost to another worker or the time limit passed. */
  readonly signal: AbortSignal;
  /** The session's transcript now, results of earlier calls of this turn included. */
  messages(): readonly Message[];
  /** Appends an event of this session: ordered, durable before the call's result is. Never throws. */
  emit(event: RunEventBody): void;
  /**
   * Resolves when the call's own record is durable: for whoever writes something that belongs to it past the session's events.
   * Calls of tools that change nothing may run before that. Rejects when the session is lost. Absent: it is.
   */
  recorded?(): Promise<void>;
  /** Why the agent may not be given work: a budget that is spent, in a sentence; undefined when it may. */
  checkBudgets(agentId: string): Promise<string | undefined>;
}

export interface Tool<Input> {
  readonly name: string;
  /** Further names that calls may use; they are listed nowhere, and a tool that is named so goes before. */
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly inputSchema: InputSchema<Input>;
  readonly origin: ToolOrigin;
  readonly flags: ToolFlags;
  /** What whoever made it says that its calls do, where that is not us; absent: nothing. */
  readonly saidEffect?: SaidEffect;
  /** Groups that rules may name, beside those the policy itself knows. */
  readonly groups?: readonly string[];
  /** For whom it is: the lead, agents that work for others, or both, which is also what absent means. None: it is never offered. */
  readonly availability?: readonly ("main" | "sub")[];
  /** How agents come to it; absent: by the drawing, that is, whoever lists it has decided already. */
  readonly grant?: ToolGrant;
  /**
   * "session": whatever a call changes is its own session's, such as its to-dos or its active skills. It runs alone among the
   * calls of its turn and waits for no other session. "transcript": the same, and that is nothing but its answer and the events
   * that it tells of, such as to-dos, which are written with the record of the call. "children": nothing but the sessions that its answer opens; they are written
   * with the record of the call or after it, so that it need not be durable before the call runs.
   */
  readonly changes?: "transcript" | "session" | "children";
  /** Says what a call runs, one entry for each program. Such a call is put to people as the rules say. */
  identify?(input: Json, context: ToolContext): Promise<CallSubject>;
  /** Whether a call with this input may destroy something; absent: each does, if the tool's flags say `destructive`. */
  destroys?(input: Json): boolean;
  /** Waits for a person: refused at once where nobody can be asked. */
  readonly asksPeople?: true;
  /** That `{{secret:NAME}}` is filled in for its calls; absent: such text is text. */
  readonly secrets?: SecretUse;
  /**
   * Whether what a call says takes the place of what is there: text in which a secret was hidden would destroy the secret, so it
   * is refused. Absent: it does where the call may destroy something.
   */
  overwrites?(input: Json): boolean;
  /** Milliseconds; absent takes the agent's limit; null means that only the run's end stops it. */
  readonly timeoutMs?: number | null;
  /**
   * Runs one call. May throw: the dispatcher turns it into an error result. Has to stop soon after `context.signal` aborts.
   * An `idempotent` tool may answer `pending`; it is dispatched again, with the same call, when what it waits for is there.
   */
  execute(input: Input, context: ToolContext): Promise<ToolResult>;
}

export type BoundCall = (context: ToolContext) => Promise<ToolResult>;

/** A tool with its input type closed over: validated input or a reason, ready to run. */
export interface BoundTool extends Omit<Tool<never>, "inputSchema" | "execute"> {
  readonly inputSchema: JsonSchema;
  bind(input: unknown): ParseOutcome<BoundCall>;
}

/** Everything an agent may call in one turn, by name, in the order in which the model sees it. */
export type ToolSet = ReadonlyMap<string, BoundTool>;

/** Where a kind of tools comes from. One folder a kind, one line in the container. */
export interface ToolSource {
  readonly kind: string;
  /** True where an agent's settings cannot switch single tools off. */
  readonly isAlwaysIncluded?: boolean;
  /** The tools this source gives the agent, in a stable order. Starts nothing and waits for nothing outside this machine. */
  list(scope: AgentScope): Promise<readonly BoundTool[]>;
}

/** Routes one call by name. Resolves with a result for every call and never rejects. */
export interface Dispatcher {
  dispatch(call: ToolCall, context: ToolContext): Promise<ToolResult>;
}

export interface PreparedCall {
  readonly call: ToolCall;
  readonly tool: BoundTool;
  /** All that the agent may call in this turn. */
  readonly tools: ToolSet;
}

/** Wraps one prepared call: time limit, output limit, policy. Calls `next` at most once, with the context the rest shall see. */
export type CallStep = (prepared: PreparedCall, context: ToolContext, next: BoundCall) => Promise<ToolResult>;
