import type { AgentId, ArtifactId, WaitId } from "./ids.ts";
import type { Json } from "./json.ts";

/** Every way a tool call can fail. The model and the interface both read this code. */
export type ToolErrorCode =
  | "tool_not_found"
  | "invalid_input"
  | "denied"
  | "limit_reached"
  | "timed_out"
  | "aborted"
  | "outcome_unknown"
  | "unavailable"
  | "tool_failed";

export interface ArtifactReference {
  readonly artifactId: ArtifactId;
  readonly name: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
}

export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "artifact" } & ArtifactReference);

export interface ToolOk {
  readonly status: "ok";
  readonly content: readonly ContentPart[];
  /**
   * Names a state that the newest result with this name tells (the to-do list): when old turns are compacted, that result
   * stays word for word.
   */
  readonly pinnedAs?: string;
  /** Once the calls of this turn are settled the session is over, with this for an answer or for the reason of its failure. */
  readonly concludes?: Conclusion;
  /** The same answer for programs: read by the interface and by later calls, never sent to the model twice. */
  readonly data?: Json;
}

export interface Conclusion {
  readonly outcome: "completed" | "failed";
  readonly text: string;
}

/**
 * What refused a call without anybody being asked: rules about tools, kinds of commands that never run, rules about approvals, limits of
 * calls in time, a run without people, places of secrets.
 */
export type RefusedBy = "rules" | "commands" | "approvals" | "limits" | "unattended" | "secrets";

export interface ToolError {
  readonly status: "error";
  readonly code: ToolErrorCode;
  /** There where it was refused by something that people set up, and by nobody in person. */
  readonly refusedBy?: RefusedBy;
  /** What happened, in one or two sentences. */
  readonly message: string;
  /** What the model can do about it. */
  readonly hint?: string;
}

/** Work that a call gives to an agent below. */
export interface GivenTask {
  readonly agentId: AgentId;
  readonly agentName: string;
  readonly task: string;
}

/** The call has begun and something outside this turn will finish it: child sessions, or a person. */
export interface ToolPending {
  readonly status: "pending";
  readonly waitingFor: "children" | "person";
  readonly waitId?: WaitId;
  /** A session for each is opened with the session's next commit, which is the one it goes to sleep with if nothing else is left to do. */
  readonly opens?: readonly GivenTask[];
}

/** What one dispatch of a call came to. */
export type ToolResult = ToolOk | ToolError | ToolPending;

/** What is stored as the one answer to a call. */
export type SettledResult = ToolOk | ToolError;

export function okText(text: string, data?: Json): ToolOk {
  const content = [{ type: "text", text }] as const;
  return data === undefined ? { status: "ok", content } : { status: "ok", content, data };
}

export function toolError(code: ToolErrorCode, message: string, hint?: string): ToolError {
  return hint === undefined ? { status: "error", code, message } : { status: "error", code, message, hint };
}

/** The error of a call that something refused which people set up: it is in the audit. */
export function refusal(refusedBy: RefusedBy, error: ToolError): ToolError {
  return { ...error, refusedBy };
}

/** The text of a result as the model reads it. */
export function resultText(result: SettledResult): string {
  if (result.status === "error") {
    return `Error (${result.code}): ${result.message}${result.hint ? ` ${result.hint}` : ""}`;
  }
  return result.content
    .map((part) =>
      part.type === "text"
        ? part.text
        : `[file ${part.name}, ${part.mediaType}, ${part.size} bytes, id ${part.artifactId}]`,
    )
    .join("\n");
}
