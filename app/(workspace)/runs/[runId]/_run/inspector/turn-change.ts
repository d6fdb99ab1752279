import type { PromptSection, TurnSnapshot } from "@/server/contract/api.ts";
import type { Message } from "@/server/contract/message.ts";
import type { ListedTool } from "@/server/contract/tool-array.ts";

export type Change = "same" | "added" | "changed" | "removed";

/** A named part, beside the one of that name in the turn before. */
export type Compared<Part> = Part & {
  readonly change: Change;
  /** What it was; there where it is another one now. */
  readonly earlier?: Part;
};
export type ChangedSection = Compared<PromptSection>;
export type ChangedTool = Compared<ListedTool>;
export interface ChangedMessage {
  readonly message: Message;
  /** Whether it stands for older ones. */
  readonly isSummary: boolean;
  readonly change: Change;
}

/** One model call beside the one before it: everything that was sent, with what came and went. */
export interface TurnChange {
  readonly sections: readonly ChangedSection[];
  readonly tools: readonly ChangedTool[];
  readonly messages: readonly ChangedMessage[];
}

/** Marks what is new against the turn before; without one everything is simply there. What is gone stands last, of messages behind what sums them up. */
export function compareTurns(turn: TurnSnapshot, before: TurnSnapshot | undefined): TurnChange {
  return {
    sections: compare({
      now: turn.sections,
      before: before?.sections,
      nameOf: (section) => `${section.kind} ${section.title}`,
      textOf: (section) => section.text,
    }),
    tools: compare({ now: turn.tools, before: before?.tools, nameOf: (tool) => tool.name, textOf: toolText }),
    messages: compareMessages(listMessages(turn), before && listMessages(before)),
  };
}

type SentMessage = Omit<ChangedMessage, "change">;

function listMessages({ messages, isSummarised }: TurnSnapshot): readonly SentMessage[] {
  return messages.map((message, index) => ({ message, isSummary: isSummarised && index === 1 }));
}

/** Messages have no names and can be alike: each of the turn before stands for one of now. */
function compareMessages(
  now: readonly SentMessage[],
  before: readonly SentMessage[] | undefined,
): readonly ChangedMessage[] {
  if (!before) return now.map((sent) => ({ ...sent, change: "same" }));
  const left = new Map<string, number>();
  const add = (sent: SentMessage, count: number): number => {
    const text = JSON.stringify(sent.message);
    const sum = (left.get(text) ?? 0) + count;
    left.set(text, sum);
    return sum;
  };
  for (const sent of before) add(sent, 1);
  const take = (sent: SentMessage): boolean => add(sent, -1) >= 0;
  const sent = now.map((one): ChangedMessage => ({ ...one, change: take(one) ? "same" : "added" }));
  const gone = before.filter(take).map((one): ChangedMessage => ({ ...one, change: "removed" }));
  // Behind the summary that stands for them, so that what was sent last is last.
  const place = 1 + sent.findIndex(({ isSummary }) => isSummary);
  return place === 0 ? [...sent, ...gone] : sent.toSpliced(place, 0, ...gone);
}

interface Comparison<Part> {
  readonly now: readonly Part[];
  readonly before: readonly Part[] | undefined;
  readonly nameOf: (part: Part) => string;
  readonly textOf: (part: Part) => string;
}

function compare<Part extends object>({
  now,
  before,
  nameOf,
  textOf,
}: Comparison<Part>): readonly Compared<Part>[] {
  if (!before) return now.map((part) => ({ ...part, change: "same" }));
  const known = new Map(before.map((part) => [nameOf(part), part]));
  const present = new Set(now.map(nameOf));
  const mark = (part: Part): Compared<Part> => {
    const earlier = known.get(nameOf(part));
    if (earlier === undefined) return { ...part, change: "added" };
    if (textOf(earlier) === textOf(part)) return { ...part, change: "same" };
    return { ...part, change: "changed", earlier };
  };
  const gone = before.filter((part) => !present.has(nameOf(part)));
  return [...now.map(mark), ...gone.map((part): Compared<Part> => ({ ...part, change: "removed" }))];
}

/** "2 new, 1 changed, 1 removed"; nothing where all is as it was. */
export function changesText(parts: readonly { readonly change: Change }[]): string {
  const count = (kind: Change) => parts.filter(({ change }) => change === kind).length;
  const counts = [
    { word: "new", number: count("added") },
    { word: "changed", number: count("changed") },
    { word: "removed", number: count("removed") },
  ];
  return counts
    .filter(({ number }) => number > 0)
    .map(({ word, number }) => `${number} ${word}`)
    .join(", ");
}

/** A tool as it is written into a request. */
export function toolText({ name, description, inputSchema }: ListedTool): string {
  return JSON.stringify({ name, description, inputSchema });
}
