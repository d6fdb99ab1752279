import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { all, isMembers } from "./plain-values.ts";

type PromptMessage = LanguageModelV4Prompt[number];
type AssistantPart = Extract<PromptMessage, { role: "assistant" }>["content"][number];
type ToolPart = Extract<PromptMessage, { role: "tool" }>["content"][number];
type Speaker = "user" | "assistant";

/** The text of a JSON array of blocks, without brackets, of one who speaks. */
interface Turn {
  readonly role: Speaker;
  readonly blocks: string[];
}

/**
 * Messages of a transcript as Anthropic's Messages take them, or undefined where they are more than text, reasoning with its
 * signature, calls and results: those the package writes. What one speaker says on end is one message there.
 */
export function plainMessages(prompt: LanguageModelV4Prompt): readonly string[] | undefined {
  // An answer at the end is the beginning of the next one there, and the package shortens it.
  if (prompt.at(-1)?.role === "assistant") return undefined;
  const turns: Turn[] = [];
  for (const message of prompt) {
    const blocks = plainBlocks(message);
    if (!blocks) return undefined;
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = turns.at(-1);
    if (last?.role === role) for (const block of blocks) last.blocks.push(block);
    else turns.push({ role, blocks });
  }
  return turns.map(({ role, blocks }) => `{"role":"${role}","content":[${blocks.join(",")}]}`);
}

function plainBlocks(message: PromptMessage): string[] | undefined {
  if (message.providerOptions) return undefined;
  switch (message.role) {
    case "user": {
      const [only] = message.content;
      const isText = only?.type === "text" && !only.providerOptions && message.content.length === 1;
      return isText ? [textBlock(only.text)] : undefined;
    }
    case "assistant":
      return plainAnswer(message.content);
    case "tool":
      return all(message.content.map(plainResult));
    case "system":
      return undefined;
  }
}

/** The package puts text in front of calls, and leaves out what is empty. */
function plainAnswer(parts: readonly AssistantPart[]): string[] | undefined {
  const said = parts.filter((part) => part.type !== "text" || part.text !== "");
  const isInOrder = said.every(({ type }, index) => type !== "text" || said[index - 1]?.type !== "tool-call");
  return isInOrder && said.length > 0 ? all(said.map(plainPart)) : undefined;
}

function plainPart(part: AssistantPart): string | undefined {
  switch (part.type) {
    case "text":
      return part.providerOptions ? undefined : textBlock(part.text);
    case "reasoning":
      return plainReasoning(part.text, part.providerOptions);
    case "tool-call":
      return isMembers(part.input) && !part.providerExecuted
        ? plainCall(part, onlyOption(part.providerOptions, "caller"))
        : undefined;
    default:
      return undefined;
  }
}

/** Who called is said to be the model itself, or not said. */
function plainCall(
  { toolCallId: id, toolName: name, input, providerOptions }: Extract<AssistantPart, { type: "tool-call" }>,
  caller: unknown,
): string | undefined {
  const called = { type: "tool_use", id, name, input };
  if (!providerOptions) return JSON.stringify(called);
  const isDirect = isMembers(caller) && caller["type"] === "direct" && Object.keys(caller).length === 1;
  return isDirect ? JSON.stringify({ ...called, caller }) : undefined;
}

function plainReasoning(
  thinking: string,
  options: AssistantPart["providerOptions"] | undefined,
): string | undefined {
  const signature = onlyOption(options, "signature");
  if (typeof signature === "string") return JSON.stringify({ type: "thinking", thinking, signature });
  const data = onlyOption(options, "redactedData");
  return typeof data === "string" ? JSON.stringify({ type: "redacted_thinking", data }) : undefined;
}

function plainResult(part: ToolPart): string | undefined {
  if (part.type !== "tool-result" || part.providerOptions || "providerOptions" in part.output)
    return undefined;
  const { toolCallId: tool_use_id, output } = part;
  if (output.type !== "text" && output.type !== "error-text") return undefined;
  const result = { type: "tool_result", tool_use_id, content: output.value };
  return JSON.stringify(output.type === "text" ? result : { ...result, is_error: true });
}

function textBlock(text: string): string {
  return JSON.stringify({ type: "text", text });
}

/** The one option that there is. */
function onlyOption(options: AssistantPart["providerOptions"] | undefined, name: string): unknown {
  const { anthropic, ...others } = options ?? {};
  const isAlone = anthropic && Object.keys(anthropic).length === 1 && Object.keys(others).length === 0;
  return isAlone ? anthropic[name] : undefined;
}
