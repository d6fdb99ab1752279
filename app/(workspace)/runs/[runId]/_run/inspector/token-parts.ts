import { estimateTokenCount } from "tokenx";
import { sourceLook } from "@/app/_ui/source-icon.tsx";
import type { TurnSnapshot } from "@/server/contract/api.ts";
import type { Message } from "@/server/contract/message.ts";
import type { ListedTool } from "@/server/contract/tool-array.ts";
import { resultText } from "@/server/contract/tool-result.ts";
import { toolText } from "./turn-change.ts";

/** A part of what was sent. Tokens are estimates: only the provider knows the true number, and only of the whole. */
export interface TokenPart {
  readonly label: string;
  readonly tokens: number;
  readonly barClassName: string;
}

/** How the request is made up: prompt, tools by source in the order in which they were sent, messages. */
export function tokenParts({ sections, tools, messages }: TurnSnapshot): readonly TokenPart[] {
  const bySource = new Map<string, number>();
  for (const tool of tools)
    bySource.set(tool.origin.kind, (bySource.get(tool.origin.kind) ?? 0) + toolTokens(tool));
  const parts = [
    {
      label: "Prompt",
      tokens: sum(sections, (section) => estimateTokenCount(section.text)),
      barClassName: "bg-src-prompt",
    },
    ...[...bySource].map(([kind, tokens]) => ({
      label: sourceLook(kind).word,
      tokens,
      barClassName: sourceLook(kind).barClassName,
    })),
    { label: "Messages", tokens: sum(messages, messageTokens), barClassName: "bg-src-message" },
  ];
  return parts.filter((part) => part.tokens > 0);
}

export function toolTokens(tool: ListedTool): number {
  return estimateTokenCount(toolText(tool));
}

export function messageTokens(message: Message): number {
  return estimateTokenCount(messageText(message));
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
