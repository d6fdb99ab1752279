import type { CallId } from "./ids.ts";
import type { Json } from "./json.ts";
import type { SettledResult } from "./tool-result.ts";

/** A request of the model to run a tool. */
export interface ToolCall {
  readonly callId: CallId;
  readonly name: string;
  readonly input: Json;
  /** Present when the arguments were no JSON object (truncated, malformed): their raw text. Such a call never runs. */
  readonly malformedInput?: string;
}

export interface UserMessage {
  readonly role: "user";
  readonly text: string;
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** Opaque parts that the same provider wants back unchanged (reasoning with signatures). Ignored by every other provider. */
  readonly providerParts?: { readonly provider: string; readonly parts: Json };
}

/** Exactly one per call, whatever happened. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: CallId;
  readonly name: string;
  readonly result: SettledResult;
}

export type Message = UserMessage | AssistantMessage | ToolMessage;
