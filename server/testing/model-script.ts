import type { Json, JsonSchema } from "../contract/json.ts";

export type Wire = "anthropic" | "openai-chat" | "openai-responses" | "google";

/** One request as the server received it, in the wire's own body and in a form free of wires. */
export interface ModelServerRequest {
  readonly wire: Wire;
  /** Counts the requests of this server from 1. */
  readonly number: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly [key: string]: Json };
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ServedMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: JsonSchema;
  }[];
}

export type ServedMessage =
  | { readonly role: "user"; readonly text: string }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly { readonly callId: string; readonly name: string; readonly input: Json }[];
    }
  | { readonly role: "tool"; readonly callId: string; readonly text: string; readonly isError: boolean };

/** What the scripted server does with one request. */
export type ModelScript = ScriptedReply | ScriptedRefusal | ScriptedHang;

export interface ScriptedReply {
  readonly text?: string;
  /** Signed reasoning in front of the text, where the wire has it. */
  readonly reasoning?: { readonly text: string; readonly signature: string };
  readonly calls?: readonly ScriptedCall[];
  readonly usage?: {
    readonly input?: number;
    readonly cached?: number;
    readonly cacheWrite?: number;
    readonly output?: number;
  };
  /** Defaults to what text and calls imply. */
  readonly finish?: "stop" | "calls" | "length" | "refused";
  /** Milliseconds between the pieces of the text. */
  readonly delayMs?: number;
  /** After the text: the connection is cut, the stream ends politely but early, or an error is streamed. */
  readonly breakAfterText?: "cut" | "end" | "error";
}

export interface ScriptedCall {
  /** Empty to send none. Default `call_<request>_<index>`. */
  readonly id?: string;
  readonly name: string;
  readonly input?: Json;
  /** Sent instead of `input`, as it is: truncated or malformed arguments. */
  readonly rawInput?: string;
}

export interface ScriptedRefusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Nothing at all, or nothing more after the text: until the client gives up. */
export interface ScriptedHang {
  readonly hang: true;
  readonly text?: string;
  /** What is sent every few milliseconds meanwhile: comments, events that hold nothing, or the text again. */
  readonly drip?: "comments" | "empty events" | "words";
}

export type ModelHandler = (request: ModelServerRequest) => ModelScript | Promise<ModelScript>;
