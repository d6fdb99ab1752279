import type { Json } from "../../contract/json.ts";
import { fillSecrets, hasSecretReference, secretNamesIn } from "../../contract/secret-references.ts";
import { refusal, type ToolResult, toolError } from "../../contract/tool-result.ts";
import type { BoundTool, CallStep, ToolContext } from "../tool.ts";

/** What a call wants to be handed, and where it would take it. */
export interface SecretWish {
  readonly names: readonly string[];
  readonly tool: BoundTool;
  /** Origins such as `https://api.example.com`; undefined where the tool cannot tell. */
  readonly origins: readonly string[] | undefined;
  readonly context: ToolContext;
}

export type OpenedSecrets =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Hands out secrets as their owners said. What it hands out is hidden in everything that comes back, from before it resolves. */
export interface SecretSource {
  /** Makes what others stored meanwhile known to whoever hides secrets. Costs nothing while nothing changed. */
  refresh(): Promise<void>;
  /** All of them or none. Written down in the audit before it resolves. */
  open(wish: SecretWish): Promise<OpenedSecrets>;
}

/**
 * Fills `{{secret:NAME}}` in for the call alone: events, transcript, approvals and loop breaker see the arguments as the model
 * wrote them. Innermost of all steps; a tool that does not declare `secrets` gets the text as it is.
 */
export function expandSecrets(source: SecretSource): CallStep {
  return async ({ call, tool }, context, next) => {
    await source.refresh();
    const use = tool.secrets;
    if (use === undefined || !hasSecretReference(JSON.stringify(call.input))) return next(context);
    const names = namesIn(call.input);
    if (names === undefined) return badlyWritten();
    const origins = use.origins?.(call.input);
    const opened = await source.open({ names, tool, origins, context });
    if (!opened.ok) return refusal("secrets", toolError("denied", opened.message, opened.hint));
    if (use.into === "context") return next({ ...context, secrets: opened.values });
    return runFilled({ tool, input: fill(call.input, opened.values), origins }, context);
  };
}

interface FilledCall extends Pick<SecretWish, "tool" | "origins"> {
  readonly input: Json;
}

async function runFilled({ tool, input, origins }: FilledCall, context: ToolContext): Promise<ToolResult> {
  if (JSON.stringify(tool.secrets?.origins?.(input)) !== JSON.stringify(origins)) return changesHost();
  const bound = tool.bind(input);
  return bound.ok ? bound.value(context) : toolError("invalid_input", bound.message);
}

/** Names in the values of the input, once each; undefined when one of them cannot be read, or stands in a key. */
function namesIn(input: Json): readonly string[] | undefined {
  const texts: string[] = [];
  const keys = mapTexts(input, (text) => {
    texts.push(text);
    return "";
  });
  return hasSecretReference(JSON.stringify(keys)) ? undefined : secretNamesIn(texts);
}

function fill(input: Json, values: ReadonlyMap<string, string>): Json {
  return mapTexts(input, (text) => fillSecrets(text, values));
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one: Json) => mapTexts(one, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}

function badlyWritten(): ToolResult {
  return toolError(
    "invalid_input",
    "A reference to a secret could not be read. Nothing was called.",
    "Write {{secret:NAME}} inside a value, with the secret's exact name.",
  );
}

function changesHost(): ToolResult {
  return refusal(
    "secrets",
    toolError(
      "denied",
      "The secret would change where the call goes. Nothing was sent.",
      "Put secrets into headers or the body, not into the address.",
    ),
  );
}
