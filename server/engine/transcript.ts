import type { Message, ToolCall, ToolMessage } from "../contract/message.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import type { Conclusion } from "../contract/tool-result.ts";
import type { CountedRequest } from "./ports.ts";

/** Calls of the last assistant message that have no result yet, in the order in which the model made them. */
export function openCalls(messages: readonly Message[]): readonly ToolCall[] {
  const answered = new Set<string>();
  for (let position = messages.length - 1; position >= 0; position -= 1) {
    const message = messages[position];
    if (message?.role === "tool") answered.add(message.callId);
    if (message?.role === "assistant") return message.calls.filter((call) => !answered.has(call.callId));
  }
  return [];
}

/** The end of a session: the text of an assistant that asked for nothing, or what a result of its last turn concludes. */
export function conclusionOf(messages: readonly Message[]): Conclusion | undefined {
  const last = messages.at(-1);
  if (last?.role === "assistant" && last.calls.length === 0) return { outcome: "completed", text: last.text };
  for (let position = messages.length - 1; position >= 0; position -= 1) {
    const message = messages[position];
    if (message?.role !== "tool") return undefined;
    if (message.result.status === "ok" && message.result.concludes) return message.result.concludes;
  }
  return undefined;
}

/**
 * The transcript as a model takes it: the results of a turn stand right behind it, in call order. Results are stored in
 * the order in which they came, and some providers refuse any other order or anything in between.
 */
export function toModelMessages(messages: readonly Message[]): readonly Message[] {
  const settled = settledParts.get(messages) ?? { read: 0, ordered: [] };
  settledParts.set(messages, settled);
  // What stands before the last assistant message can change no more.
  const last = messages.findLastIndex((message) => message.role === "assistant");
  if (last > settled.read) {
    settled.ordered.push(...inOrder(messages.slice(settled.read, last)));
    settled.read = last;
  }
  return [...settled.ordered, ...inOrder(messages.slice(settled.read))];
}

/** The part of a transcript that was put in order for good. */
interface SettledPart {
  read: number;
  readonly ordered: Message[];
}

/** A transcript only grows while its session is at work, so that each turn puts in order what is new. */
const settledParts = new WeakMap<readonly Message[], SettledPart>();

/** `messages` begins with an assistant message, or with what stands before the first one. */
function inOrder(messages: readonly Message[]): readonly Message[] {
  const ordered: Message[] = [];
  let position = 0;
  while (position < messages.length) {
    const message = messages[position] as Message;
    ordered.push(message);
    position += 1;
    if (message.role !== "assistant" || message.calls.length === 0) continue;
    const results: ToolMessage[] = [];
    const others: Message[] = [];
    while (position < messages.length && messages[position]?.role !== "assistant") {
      const next = messages[position] as Message;
      if (next.role === "tool") results.push(next);
      else others.push(next);
      position += 1;
    }
    const rank = new Map(message.calls.map((call, index) => [call.callId, index]));
    results.sort((left, right) => (rank.get(left.callId) ?? 0) - (rank.get(right.callId) ?? 0));
    ordered.push(...results, ...others);
  }
  return ordered;
}

/** The ids of every call in the transcript. */
export function callIdsOf(messages: readonly Message[]): Set<string> {
  return new Set(
    messages.flatMap((message) =>
      message.role === "assistant" ? message.calls.map(({ callId }) => callId) : [],
    ),
  );
}

/** How many results of a tool the session already has: what limits per session count. */
export function countResults(messages: readonly Message[], toolName: string): number {
  return messages.filter((message) => message.role === "tool" && message.name === toolName).length;
}

/** The message an event carries, if it carries one. */
export function toMessage(event: RunEventBody): Message | undefined {
  switch (event.type) {
    case "message.received":
      return { role: "user", text: event.text };
    case "turn.finished":
      return event.message;
    case "tool_result":
      return { role: "tool", callId: event.callId, name: event.name, result: event.result };
    default:
      return undefined;
  }
}

/** The last model call of a session's events as its provider counted it; undefined where old turns were summed up since. */
export function countedIn(events: readonly RunEventBody[]): CountedRequest | undefined {
  let counted: CountedRequest | undefined;
  let messages = 0;
  for (const event of events) {
    if (event.type === "turn.finished") counted = { inputTokens: event.usage.inputTokens, messages };
    if (event.type === "context.compacted") counted = undefined;
    if (toMessage(event)) messages += 1;
  }
  return counted;
}
