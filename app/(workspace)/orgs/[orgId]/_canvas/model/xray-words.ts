import type { OrgXray } from "@/server/contract/org-xray.ts";
import { plural } from "./plural.ts";

/** What is more than this nobody can pay or wait for. */
const LARGE = 1e15;

/** A number of calls or sessions. */
export function countWords(value: number): string {
  return value >= LARGE ? "over 10¹⁵" : value.toLocaleString("en");
}

/** US dollars, in cents as long as they matter; null is a price that is not known. */
export function dollarWords(value: number | null): string {
  if (value === null) return "Unknown";
  if (value >= LARGE) return "over $10¹⁵";
  if (value > 0 && value < 0.01) return "under $0.01";
  const digits = value > 0 && value < 100 ? 2 : 0;
  return `$${value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** What the cost counts, and what it leaves out. */
export function costWords({ cost }: OrgXray): string {
  const base = `Every call is counted with a full context and a long answer, at list prices of ${cost.pricesAsOf}.`;
  const summaries = " Summing up a long conversation before a turn is a call too.";
  const held = cost.isBudgeted ? " A budget holds it down." : "";
  const open =
    cost.unpriced.length > 0 ? ` Comes on top, as the price is not known: ${cost.unpriced.join(", ")}.` : "";
  return `${base}${summaries}${held}${open}`;
}

/** In one line the most that a run could do and cost; undefined where nothing could be called. */
export function worstCaseWords({ modelCalls, cost }: OrgXray): string | undefined {
  if (modelCalls === 0) return undefined;
  const calls = modelCalls >= LARGE ? "over 10¹⁵ calls" : plural(modelCalls, "call");
  return `At worst ${calls}, ${priceWords(cost)}`;
}

function priceWords({ dollars, unpriced }: OrgXray["cost"]): string {
  if (dollars === null) return "price unknown";
  if (unpriced.length > 0) return `${dollarWords(dollars)} and more`;
  return dollars === 0 ? "no cost" : dollarWords(dollars);
}
