import type { CardModel } from "./card-model.ts";

/**
 * How a card is read out: "Analyst, Thinking, 1 minute 20, 58.7 thousand tokens, limits of its line: 2 at once". Time is that up to
 * the state it is in, so that the name changes with the state and not with the clock.
 */
export function cardName(agentName: string, card: CardModel, heldBack?: string): string {
  const { inputTokens, outputTokens } = card.usage;
  const held = heldBack === undefined ? "" : `limits of its line: ${heldBack.replaceAll(" · ", ", ")}`;
  return [agentName, card.word, elapsedWords(card), tokenWords(inputTokens + outputTokens), held]
    .filter((part) => part !== "")
    .join(", ");
}

function elapsedWords({ startedAt, instances }: CardModel): string {
  if (startedAt === null) return "";
  const until = Math.max(...instances.map(({ stateSince }) => stateSince));
  const seconds = Math.floor((until - startedAt) / 1_000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours > 0) return counted(hours, "hour") + (minutes > 0 ? ` ${counted(minutes, "minute")}` : "");
  if (minutes > 0) return counted(minutes, "minute") + (rest > 0 ? ` ${rest}` : "");
  return seconds > 0 ? counted(seconds, "second") : "";
}

function tokenWords(count: number): string {
  if (count === 0) return "";
  if (count < 1_000) return counted(count, "token");
  if (count < 999_950) return `${(count / 1_000).toFixed(1)} thousand tokens`;
  return `${(count / 1_000_000).toFixed(1)} million tokens`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
