import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { isMembers, isTextOrNone, type Members } from "./plain-values.ts";

type PromptMessage = LanguageModelV4Prompt[number];
type AssistantPart = Extract<PromptMessage, { role: "assistant" }>["content"][number];
type ToolPart = Extract<PromptMessage, { role: "tool" }>["content"][number];

/** A name that means something else to the package. */
const RARE_NAME = "programmatic_tool_calling";

/**
 * Messages of a transcript as items of OpenAI's Responses, or undefined where they are more than text, sealed reasoning, calls and
 * results: those the package writes.
 */
export function plainResponses(prompt: LanguageModelV4Prompt): readonly string[] | undefined {
  const items: object[] = [];
  for (const message of prompt) {
    const added = plainItems(message);
    if (!added) return undefined;
    for (const item of added) items.push(item);
  }
  return items.map((item) => JSON.stringify(item));
}

function plainItems(message: PromptMessage): readonly object[] | undefined {
  if (message.providerOptions) return undefined;
  switch (message.role) {
    case "user": {
      const [only] = message.content;
      if (only?.type !== "text" || only.providerOptions || message.content.length !== 1) return undefined;
      return [{ role: "user", content: [{ type: "input_text", text: only.text }] }];
    }
    case "assistant":
      return plainAnswer(message.content);
    case "tool":
      return plainResults(message.content);
    case "system":
      return undefined;
  }
}

interface Reasoning {
  readonly type: "reasoning";
  readonly id: string;
  readonly encrypted_content: string;
  readonly summary: object[];
}

function plainAnswer(parts: readonly AssistantPart[]): readonly object[] | undefined {
  const items: object[] = [];
  const thoughts = new Map<string, Reasoning>();
  for (const part of parts) {
    const options = onlyOptions(part.providerOptions);
    const item = options && plainItem(part, options);
    if (!item) return undefined;
    const known = isReasoning(item) ? thoughts.get(item.id) : undefined;
    // The parts of one thought have its seal each.
    if (known && isReasoning(item)) known.summary.push(...item.summary);
    else items.push(item);
    if (isReasoning(item) && !known) thoughts.set(item.id, item);
  }
  return items;
}

function plainItem(part: AssistantPart, options: Members): object | undefined {
  switch (part.type) {
    case "text":
      return plainText(part.text, options);
    case "reasoning":
      return plainReasoning(part.text, options);
    case "tool-call": {
      const { itemId, ...more } = options;
      const isPlain = isMembers(part.input) && !part.providerExecuted && Object.keys(more).length === 0;
      if (!isPlain || !isTextOrNone(itemId) || part.toolName === RARE_NAME) return undefined;
      const { toolCallId: call_id, toolName: name } = part;
      return { type: "function_call", call_id, name, arguments: JSON.stringify(part.input) };
    }
    default:
      return undefined;
  }
}

function plainText(content: string, { itemId, phase, ...more }: Members): object | undefined {
  if (!isTextOrNone(itemId) || !isTextOrNone(phase) || Object.keys(more).length > 0) return undefined;
  return { role: "assistant", content, ...(phase != null && { phase }) };
}

function plainReasoning(
  text: string,
  { itemId: id, reasoningEncryptedContent: seal, ...more }: Members,
): Reasoning | undefined {
  if (typeof id !== "string" || typeof seal !== "string" || Object.keys(more).length > 0) return undefined;
  const summary = text === "" ? [] : [{ type: "summary_text", text }];
  return { type: "reasoning", id, encrypted_content: seal, summary };
}

function plainResults(parts: readonly ToolPart[]): readonly object[] | undefined {
  const items: object[] = [];
  for (const part of parts) {
    if (part.type !== "tool-result" || part.providerOptions || "providerOptions" in part.output)
      return undefined;
    const { toolCallId: call_id, output } = part;
    if (output.type !== "text" && output.type !== "error-text") return undefined;
    const value = output.type === "text" ? output.value : JSON.stringify({ error: output.value });
    items.push({ type: "function_call_output", call_id, output: value });
  }
  return items;
}

function isReasoning(item: object): item is Reasoning {
  return "type" in item && item.type === "reasoning";
}

/** OpenAI's, where there are no others. */
function onlyOptions(options: AssistantPart["providerOptions"] | undefined): Members | undefined {
  const { openai = {}, ...others } = options ?? {};
  return Object.keys(others).length === 0 ? openai : undefined;
}
