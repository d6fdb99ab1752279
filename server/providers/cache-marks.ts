import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";

const mark: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };

/**
 * Marks where Anthropic's prompt cache may end a prefix: the system prompt, the last tool, the last message, and the end
 * of the request before it, which finds the former entry even after a turn with many results. Four marks, the most
 * that the API takes.
 */
export function markPrompt(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const marked = new Set([
    prompt.findIndex(({ role }) => role === "system"),
    prompt.length - 1,
    previousEnd(prompt),
  ]);
  return prompt.map(
    (message, index): LanguageModelV4Message =>
      marked.has(index) ? { ...message, providerOptions: mark } : message,
  );
}

/** Marks the system prompt alone: where the messages get their marks once they are text. */
export function markSystem(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map(
    (message): LanguageModelV4Message =>
      message.role === "system" ? { ...message, providerOptions: mark } : message,
  );
}

/** See `markPrompt`. */
export function markTools(tools: readonly LanguageModelV4FunctionTool[]): LanguageModelV4FunctionTool[] {
  return tools.map((tool, index) => (index === tools.length - 1 ? { ...tool, providerOptions: mark } : tool));
}

function previousEnd(prompt: LanguageModelV4Prompt): number {
  const lastAssistant = prompt.findLastIndex(({ role }) => role === "assistant");
  const before = lastAssistant - 1;
  const role = prompt[before]?.role;
  return role === "user" || role === "tool" ? before : -1;
}
