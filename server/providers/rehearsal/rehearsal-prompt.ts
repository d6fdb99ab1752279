import type { Json, JsonSchema } from "../../contract/json.ts";
import type { SaidEffect } from "../../contract/tool-array.ts";

/** What any model is sent, in a form free of any provider's wire: all that the rehearsal may look at. */
export interface RehearsalPrompt {
  readonly system: string;
  readonly messages: readonly RehearsalMessage[];
}

export type RehearsalMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly RehearsalCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly text: string; readonly isError: boolean };

export interface RehearsalCall {
  readonly callId: string;
  readonly name: string;
  readonly input: Json;
}

export interface RehearsalTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Kind of its origin, such as "builtin" or "skill"; empty where that is not known. */
  readonly origin: string;
  /** What its maker says that a call does; absent where nothing is said, or that is not known. */
  readonly saidEffect?: SaidEffect;
}

/** What the scripted model says and calls in one turn. Without calls the text is its answer. */
export interface RehearsalTurn {
  readonly text: string;
  readonly calls: readonly PlannedCall[];
}

export interface PlannedCall {
  readonly name: string;
  readonly input: { readonly [key: string]: Json };
}
