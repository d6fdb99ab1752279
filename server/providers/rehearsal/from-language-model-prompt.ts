import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import type { Json } from "../../contract/json.ts";
import type { RehearsalCall, RehearsalMessage, RehearsalPrompt } from "./rehearsal-prompt.ts";

/** Reads the prompt that a provider package would send. */
export function fromLanguageModelPrompt(prompt: LanguageModelV4Prompt): RehearsalPrompt {
  const system = prompt
    .flatMap((message) => (message.role === "system" ? [message.content] : []))
    .join("\n\n");
  return { system, messages: prompt.flatMap(toMessages) };
}

function toMessages(message: LanguageModelV4Prompt[number]): RehearsalMessage[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return [{ role: "user", text: joinText(message.content) }];
    case "assistant":
      return [{ role: "assistant", text: joinText(message.content), calls: message.content.flatMap(toCall) }];
    case "tool":
      return message.content.flatMap((part): RehearsalMessage[] =>
        part.type === "tool-result"
          ? [{ role: "tool", callId: part.toolCallId, ...outputText(part.output) }]
          : [],
      );
  }
}

function toCall(
  part: Extract<LanguageModelV4Prompt[number], { role: "assistant" }>["content"][number],
): RehearsalCall[] {
  return part.type === "tool-call"
    ? [{ callId: part.toolCallId, name: part.toolName, input: part.input as Json }]
    : [];
}

function joinText(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.flatMap((part) => (part.type === "text" && part.text ? [part.text] : [])).join("");
}

function outputText(output: LanguageModelV4ToolResultOutput): {
  readonly text: string;
  readonly isError: boolean;
} {
  switch (output.type) {
    case "text":
      return { text: output.value, isError: false };
    case "error-text":
      return { text: output.value, isError: true };
    case "json":
      return { text: JSON.stringify(output.value), isError: false };
    case "error-json":
      return { text: JSON.stringify(output.value), isError: true };
    case "execution-denied":
      return { text: output.reason ?? "Denied", isError: true };
    case "content":
      return { text: joinText(output.value), isError: false };
  }
}
