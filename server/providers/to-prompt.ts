import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { AssistantMessage, Message, ToolCall, ToolMessage } from "../contract/message.ts";
import { resultText, type SettledResult, toolError } from "../contract/tool-result.ts";
import { fromProviderParts, type ReplyPart } from "./provider-parts.ts";
import { createWireIds, toWireName } from "./wire-names.ts";

type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"];
type AssistantPart = AssistantContent[number];

export interface PromptSource {
  /** Id of the provider that gets the prompt: parts that another one made are left out. */
  readonly provider: string;
  readonly system: string;
  readonly messages: readonly Message[];
  /** Names of calls on the wire, where messages are only a part of the transcript. */
  readonly wireId?: (callId: string) => string;
}

/**
 * The transcript as a provider package takes it.
 *
 * Whatever the transcript looks like, results stand right after their assistant message, complete and in call order
 * (a lost one becomes an error result), failed ones flagged as errors: providers refuse anything else.
 */
export function toPrompt({
  provider,
  system,
  messages,
  wireId = createWireIds(messages),
}: PromptSource): LanguageModelV4Prompt {
  const results = resultsByCall(messages);
  const prompt: LanguageModelV4Prompt = system.trim() ? [{ role: "system", content: system }] : [];
  for (const message of messages) {
    if (message.role === "user")
      prompt.push({
        role: "user",
        content: [{ type: "text", text: message.text.trim() ? message.text : "(no text)" }],
      });
    if (message.role === "assistant") prompt.push(...assistantTurn(message, { provider, wireId, results }));
  }
  return prompt;
}

interface TurnContext {
  readonly provider: string;
  readonly wireId: (callId: string) => string;
  readonly results: ReadonlyMap<string, ToolMessage>;
}

function resultsByCall(messages: readonly Message[]): ReadonlyMap<string, ToolMessage> {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role === "tool" && !results.has(message.callId)) results.set(message.callId, message);
  }
  return results;
}

function assistantTurn(message: AssistantMessage, context: TurnContext): LanguageModelV4Message[] {
  const content = assistantContent(message, context);
  // Reasoning alone is no message that a provider takes back.
  if (content.every(({ type }) => type === "reasoning")) return [];
  const turn: LanguageModelV4Message[] = [{ role: "assistant", content }];
  if (message.calls.length > 0)
    turn.push({ role: "tool", content: message.calls.map((call) => toolResult(call, context)) });
  return turn;
}

function assistantContent(message: AssistantMessage, { provider, wireId }: TurnContext): AssistantContent {
  const content: AssistantPart[] = [];
  let offset = 0;
  for (const part of fromProviderParts(provider, message) ?? plainParts(message)) {
    const text = part.type === "text" ? message.text.slice(offset, offset + part.length) : "";
    offset += text.length;
    const plain = part.type === "call" ? callPart(message.calls[part.index], wireId) : textPart(part, text);
    content.push(...plain.map((item) => (part.options ? { ...item, providerOptions: part.options } : item)));
  }
  return content;
}

/** Blank text is refused by some providers, and says nothing unless a signature hangs on it. */
function textPart(part: Exclude<ReplyPart, { type: "call" }>, text: string): AssistantPart[] {
  if (part.type === "reasoning") return [{ type: "reasoning", text: part.text }];
  return text.trim() || part.options ? [{ type: "text", text }] : [];
}

function callPart(
  call: ToolCall | undefined,
  wireId: (callId: string) => string,
): LanguageModelV4ToolCallPart[] {
  if (!call) return [];
  return [
    {
      type: "tool-call",
      toolCallId: wireId(call.callId),
      toolName: toWireName(call.name),
      input: call.input,
    },
  ];
}

function plainParts({ text, calls }: AssistantMessage): readonly ReplyPart[] {
  return [
    { type: "text", length: text.length },
    ...calls.map((_call, index) => ({ type: "call" as const, index })),
  ];
}

function toolResult(call: ToolCall, { wireId, results }: TurnContext): LanguageModelV4ToolResultPart {
  const result: SettledResult =
    results.get(call.callId)?.result ?? toolError("outcome_unknown", "The result of this call was lost.");
  const value = resultText(result) || "(no output)";
  return {
    type: "tool-result",
    toolCallId: wireId(call.callId),
    toolName: toWireName(call.name),
    output: { type: result.status === "ok" ? "text" : "error-text", value },
  };
}
