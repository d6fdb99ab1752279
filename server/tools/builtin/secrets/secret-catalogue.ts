import type { WaitId } from "../../../contract/ids.ts";
import type { SecretRequest } from "../../../contract/secrets.ts";
import type { ToolContext } from "../../../engine/tool.ts";

/** A secret as agents may know it: never its value. */
export interface KnownSecret {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  readonly hosts: readonly string[];
}

/** What a person did about a secret they were asked for; undefined while they did nothing. */
export type SecretReply = "stored" | "declined" | undefined;

/** What is stored, without values, and how people are asked for more. */
export interface SecretCatalogue {
  list(): Promise<readonly KnownSecret[]>;
  /** What became of the call; undefined when it has not asked yet. */
  find(context: ToolContext): Promise<{ readonly waitId: WaitId; readonly reply: SecretReply } | undefined>;
  /** Asks in one commit under the context's fence, durable before it resolves. */
  ask(context: ToolContext, request: SecretRequest): Promise<WaitId>;
}
