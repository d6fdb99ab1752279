import { estimateTokenCount } from "tokenx";
import { sourceLook } from "@/app/_ui/source-icon.tsx";
import type { PromptSection, TurnSnapshot } from "@/server/contract/api.ts";
import type { Message } from "@/server/contract/message.ts";
import type { ListedTool } from "@/server/contract/tool-array.ts";
import { resultText } from "@/server/contract/tool-result.ts";
import { toolText } from "./turn-change.ts";

/** A share of what was sent. */
export interface TokenPart {
  readonly label: string;
  readonly tokens: number;
  readonly barClassName: string;
}

/** How large each part of a request is: about, for only the provider knows, and only of the whole. */
export interface TokenCounts {
  section(section: PromptSection): number;
  tool(tool: ListedTool): number;
  message(message: Message): number;
}

/** Estimates, drawn out to what the provider counted where that is known: so they add up to it. */
export function countTokens(turn: TurnSnapshot, counted: number | undefined): TokenCounts {
  const estimate =
    sum(turn.sections, estimates.section) +
    sum(turn.tools, estimates.tool) +
    sum(turn.messages, estimates.message);
  const factor = counted && estimate > 0 ? counted / estimate : 1;
  return {
    section: (section) => estimates.section(section) * factor,
    tool: (tool) => estimates.tool(tool) * factor,
    message: (message) => estimates.message(message) * factor,
  };
}

const estimates: TokenCounts = {
  section: (section) => estimateTokenCount(section.text),
  tool: (tool) => estimateTokenCount(toolText(tool)),
  message: (message) => estimateTokenCount(messageText(message)),
};

/** How the request is made up: prompt, tools by source in the order in which they were sent, messages. */
export function tokenParts(
  { sections, tools, messages }: TurnSnapshot,
  counts: TokenCounts,
): readonly TokenPart[] {
  const bySource = new Map<string, number>();
  for (const tool of tools)
    bySource.set(tool.origin.kind, (bySource.get(tool.origin.kind) ?? 0) + counts.tool(tool));
  const parts = [
    { label: "Prompt", tokens: sum(sections, counts.section), barClassName: "bg-src-prompt" },
    ...[...bySource].map(([kind, tokens]) => ({
      label: sourceLook(kind).word,
      tokens,
      barClassName: sourceLook(kind).barClassName,
    })),
    { label: "Messages", tokens: sum(messages, counts.message), barClassName: "bg-src-message" },
  ];
  return parts.filter((part) => part.tokens > 0);
}

/** A message as text: what was said, the calls asked for, or the result. */
export function messageText(message: Message): string {
  switch (message.role) {
    case "user":
      return message.text;
    case "tool":
      return resultText(message.result);
    case "assistant":
      return [
        message.text,
        ...message.calls.map((call) => `${call.name} ${call.malformedInput ?? JSON.stringify(call.input)}`),
      ]
        .filter(Boolean)
        .join("\n");
  }
}

export function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}
