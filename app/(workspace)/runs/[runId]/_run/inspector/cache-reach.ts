import type { TurnSnapshot } from "@/server/contract/api.ts";
import type { TokenCounts } from "./token-parts.ts";
import { toolText } from "./turn-change.ts";

/** How far the provider's cache reached into a request. */
export interface CacheReach {
  /** The first part that was read anew; null where no line can be drawn. */
  readonly anew: SentPart | null;
  readonly sentence: string;
}

type PartKind = "tool" | "section" | "message";

export interface SentPart {
  readonly kind: PartKind;
  /** Among the parts of its kind, in the order in which they were sent. */
  readonly index: number;
}

interface Request {
  readonly turn: TurnSnapshot;
  /** The turn before; undefined for the first. */
  readonly before: TurnSnapshot | undefined;
  readonly counts: TokenCounts;
  /** Tokens that the provider read from its cache. */
  readonly cached: number;
}

/** Share of the request by which counts of single parts may be wrong. */
const DOUBT = 0.1;

/**
 * A cache holds the beginning of a request up to the first difference: tools, then the prompt, then messages. How many tokens it
 * held is known, how many each part has is not: the place is an estimate, and never behind what cannot have been held.
 */
export function cacheReach({ turn, before, counts, cached }: Request): CacheReach {
  const parts = listParts(turn, counts);
  const difference = before ? findDifference(parts, listParts(before, counts)) : null;
  if (cached === 0) return { anew: null, sentence: `Nothing was read from cache${reasonOf(difference)}.` };
  const reached = findEnd(parts, cached);
  const isBroken = difference !== null && difference.at <= reached;
  const anew = parts[isBroken ? difference.at : reached] ?? null;
  if (anew === null) return { anew, sentence: "All of it, or nearly, was read from cache." };
  const reason = isBroken ? reasonOf(difference) : "";
  return { anew, sentence: `Read from cache up to about the dashed line, tools first${reason}.` };
}

interface CountedPart extends SentPart {
  readonly text: string;
  readonly tokens: number;
}

function listParts({ tools, sections, messages }: TurnSnapshot, counts: TokenCounts): readonly CountedPart[] {
  return [
    ...tools.map((tool, index) => ({
      kind: "tool" as const,
      index,
      text: toolText(tool),
      tokens: counts.tool(tool),
    })),
    ...sections.map((section, index) => ({
      kind: "section" as const,
      index,
      text: section.text,
      tokens: counts.section(section),
    })),
    ...messages.map((message, index) => ({
      kind: "message" as const,
      index,
      text: JSON.stringify(message),
      tokens: counts.message(message),
    })),
  ];
}

interface Difference {
  readonly at: number;
  readonly kind: PartKind;
}

/** Where the request stops being that of the turn before. */
function findDifference(now: readonly CountedPart[], before: readonly CountedPart[]): Difference | null {
  const at = now.findIndex(
    ({ kind, text }, place) => before[place]?.kind !== kind || before[place]?.text !== text,
  );
  const [here, there] = [now[at], before[at]];
  if (!here) return null;
  // Where one more part of a kind stood before, it is that kind which is shorter now.
  const kinds: readonly PartKind[] = ["tool", "section", "message"];
  return { at, kind: kinds.find((kind) => kind === here.kind || kind === there?.kind) ?? here.kind };
}

/** The first part that does not end within so many tokens. */
function findEnd(parts: readonly CountedPart[], cached: number): number {
  const whole = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  let end = 0;
  const at = parts.findIndex(({ tokens }) => {
    end += tokens;
    return end > cached + whole * DOUBT;
  });
  return at === -1 ? parts.length : at;
}

const reasons: Readonly<Record<PartKind, string>> = {
  tool: "; the tool array changed",
  section: "; the prompt changed",
  message: "; the messages behind it are new",
};

function reasonOf(difference: Difference | null): string {
  return difference === null ? "" : reasons[difference.kind];
}
