import type { Compaction } from "../contract/compaction.ts";
import type { Message, ToolMessage } from "../contract/message.ts";
import { resultText } from "../contract/tool-result.ts";
import { messageTokens } from "./estimate-tokens.ts";

/**
 * The transcript as the model sees it when old turns were compacted: the task, one message that says what was done so far,
 * then the turns the summary does not cover, whole. The transcript itself keeps everything.
 */
export function compactedView(
  messages: readonly Message[],
  compaction: Compaction | undefined,
): readonly Message[] {
  const [task] = messages;
  if (!compaction || task === undefined) return messages;
  const told = summaries.get(compaction) ?? toSummary(messages, compaction);
  summaries.set(compaction, told);
  return [task, told, ...messages.slice(compaction.covers)];
}

/** What a compaction covers changes no more: it is put in words once, not every turn. */
const summaries = new WeakMap<Compaction, Message>();

function toSummary(messages: readonly Message[], { covers, summary }: Compaction): Message {
  const notes = [summary.trim(), ...pinnedTexts(messages.slice(0, covers))];
  return {
    role: "user",
    text: `Your earlier work on this task, in short (the full record is kept elsewhere):\n\n${notes.join("\n\n")}`,
  };
}

/** What still holds: of each tool with pinned results the newest one, word for word. */
function pinnedTexts(messages: readonly Message[]): readonly string[] {
  const newest = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role === "tool" && message.result.status === "ok" && message.result.pinnedAs !== undefined) {
      newest.set(message.result.pinnedAs, message);
    }
  }
  return [...newest.values()].map((message) => resultText(message.result));
}

/**
 * How many messages from the start a summary should cover, so that what stays whole is at most `keepTokens`: always up to
 * the beginning of a turn, so that no call is parted from its result. Undefined when there is nothing worth covering.
 */
export function chooseCut(messages: readonly Message[], keepTokens: number, covered = 1): number | undefined {
  let tokens = 0;
  let cut: number | undefined;
  for (let index = messages.length - 1; index > covered; index -= 1) {
    const message = messages[index];
    if (!message) break;
    tokens += messageTokens(message);
    // The newest turn stays whole even if it alone is too long: its results were just asked for.
    if (tokens > keepTokens && cut !== undefined) break;
    if (message.role === "assistant") cut = index;
  }
  return cut !== undefined && cut > covered + 1 ? cut : undefined;
}
