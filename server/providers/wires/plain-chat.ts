import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { isMembers } from "./plain-values.ts";

type PromptMessage = LanguageModelV4Prompt[number];
type Part = Exclude<PromptMessage["content"], string>[number];

/** In what the packages for Chat Completions differ. */
export interface ChatDialect {
  /** Whether reasoning beside a text is read and sent back. */
  readonly hasReasoning: boolean;
  /** What is sent as the result of a call that failed. */
  toErrorResult(error: string): string;
}

/** OpenAI's own package. */
export const openaiDialect: ChatDialect = {
  hasReasoning: false,
  toErrorResult: (error) => JSON.stringify({ error }),
};

/** The package for all other servers. */
export const openDialect: ChatDialect = { hasReasoning: true, toErrorResult: (error) => error };

/**
 * Messages of a transcript as Chat Completions takes them, or undefined where they are more than text, calls and results, and
 * reasoning where the package has it: those the packages write, each as it knows its servers.
 */
export function plainChatMessages(
  prompt: LanguageModelV4Prompt,
  dialect: ChatDialect,
): readonly string[] | undefined {
  const written: string[] = [];
  for (const message of prompt) {
    const plain = plainMessage(message, dialect);
    if (!plain) return undefined;
    for (const element of plain) written.push(JSON.stringify(element));
  }
  return written;
}

function plainMessage(
  { role, content, providerOptions }: PromptMessage,
  dialect: ChatDialect,
): readonly object[] | undefined {
  if (providerOptions || typeof content === "string" || content.some((part: Part) => part.providerOptions))
    return undefined;
  if (role === "user") {
    const [only] = content;
    return only?.type === "text" && content.length === 1 ? [{ role, content: only.text }] : undefined;
  }
  return role === "assistant" ? plainAnswer(content, dialect) : plainResults(content, dialect);
}

function plainAnswer(parts: readonly Part[], { hasReasoning }: ChatDialect): readonly object[] | undefined {
  const said = { text: "", reasoning: "" };
  const calls: object[] = [];
  for (const part of parts) {
    if (part.type === "text" || (part.type === "reasoning" && hasReasoning)) said[part.type] += part.text;
    else if (part.type === "tool-call" && isMembers(part.input)) calls.push(toCall(part));
    else return undefined;
  }
  const thought = said.reasoning === "" ? {} : { reasoning_content: said.reasoning };
  if (calls.length === 0) return [{ role: "assistant", content: said.text, ...thought }];
  return [{ role: "assistant", content: said.text || null, ...thought, tool_calls: calls }];
}

function toCall({ toolCallId: id, toolName: name, input }: Extract<Part, { type: "tool-call" }>): object {
  return { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
}

function plainResults(parts: readonly Part[], { toErrorResult }: ChatDialect): readonly object[] | undefined {
  const results: object[] = [];
  for (const part of parts) {
    if (part.type !== "tool-result") return undefined;
    const { toolCallId: tool_call_id, output } = part;
    if ((output.type !== "text" && output.type !== "error-text") || output.providerOptions) return undefined;
    const content = output.type === "text" ? output.value : toErrorResult(output.value);
    results.push({ role: "tool", tool_call_id, content });
  }
  return results;
}
