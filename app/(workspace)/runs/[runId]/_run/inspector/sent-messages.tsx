"use client";

import { CornerRightDown, FoldVertical, MessageSquareText, UserRound, Wrench } from "lucide-react";
import { Fragment } from "react";
import type { Message } from "@/server/contract/message.ts";
import { CacheLine } from "./cache-line.tsx";
import { GutterRow } from "./gutter-row.tsx";
import { messageText, type TokenCounts } from "./token-parts.ts";
import type { ChangedMessage } from "./turn-change.ts";

interface SentMessagesProps {
  readonly messages: readonly ChangedMessage[];
  readonly counts: TokenCounts;
  /** The one at which the provider's cache ended, if it is here. */
  readonly anew: Message | undefined;
  readonly agentName: string;
  /** Who gave the task; null for the person. */
  readonly from: string | null;
}

/** The transcript before this turn, as it was sent. */
export function SentMessages({ messages, counts, anew, agentName, from }: SentMessagesProps) {
  return messages.map(({ message, change, isSummary }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name and never move
    <Fragment key={index}>
      {message === anew ? <CacheLine /> : null}
      <GutterRow
        {...(isSummary ? SUMMARY : lookOf(message, { agentName, from }))}
        text={messageText(message)}
        tokens={counts.message(message)}
        change={change}
      />
    </Fragment>
  ));
}

const SUMMARY = { icon: FoldVertical, title: "Earlier turns, in short", source: "Summary" };

function lookOf(message: Message, { agentName, from }: Pick<SentMessagesProps, "agentName" | "from">) {
  switch (message.role) {
    case "user":
      return {
        icon: from === null ? UserRound : CornerRightDown,
        title: from === null ? "From you" : `From ${from}`,
        source: "Task or message",
      };
    case "assistant":
      return {
        icon: MessageSquareText,
        title: agentName,
        source: message.calls.length > 0 ? "Text and calls" : "Text",
      };
    case "tool":
      return {
        icon: Wrench,
        title: message.name,
        source: message.result.status === "ok" ? "Result" : "Error",
      };
  }
}
