import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { isMembers } from "./plain-values.ts";

type PromptMessage = LanguageModelV4Prompt[number];
type Part = Exclude<PromptMessage["content"], string>[number];

/**
 * Messages of a transcript as Chat Completions takes them, or undefined where they are more than text, calls and results that
 * went well: those the packages write, each as it knows its servers.
 */
export function plainChatMessages(prompt: LanguageModelV4Prompt): readonly string[] | undefined {
  const written: string[] = [];
  for (const message of prompt) {
    const plain = plainMessage(message);
    if (!plain) return undefined;
    for (const element of plain) written.push(JSON.stringify(element));
  }
  return written;
}

function plainMessage({ role, content }: PromptMessage): readonly object[] | undefined {
  if (typeof content === "string" || content.some((part: Part) => part.providerOptions)) return undefined;
  if (role === "user") {
    const [only] = content;
    return only?.type === "text" && content.length === 1 ? [{ role, content: only.text }] : undefined;
  }
  return role === "assistant" ? plainAnswer(content) : plainResults(content);
}

function plainAnswer(parts: readonly Part[]): readonly object[] | undefined {
  let text = "";
  const calls: object[] = [];
  for (const part of parts) {
    if (part.type === "text") text += part.text;
    else if (part.type === "tool-call" && isMembers(part.input)) {
      const called = { name: part.toolName, arguments: JSON.stringify(part.input) };
      calls.push({ id: part.toolCallId, type: "function", function: called });
    } else return undefined;
  }
  if (calls.length === 0) return [{ role: "assistant", content: text }];
  return [{ role: "assistant", content: text || null, tool_calls: calls }];
}

function plainResults(parts: readonly Part[]): readonly object[] | undefined {
  const results: object[] = [];
  for (const part of parts) {
    if (part.type !== "tool-result" || part.output.type !== "text") return undefined;
    results.push({ role: "tool", tool_call_id: part.toolCallId, content: part.output.value });
  }
  return results;
}
