import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../contract/usage.ts";
import { type ModelPrice, priceFor } from "./prices.ts";

/** How a model's tokens are billed: free for scripted ones, by the table, or unknown. */
export type UsageRates = "free" | "unknown" | { readonly kind: string; readonly model: string };

/** Of one model call; more is no count. */
const MOST_TOKENS = 1_000_000_000;

/** Tokens as the provider counted them (0 where it did not say) and what they cost by the price table. */
export function toUsage(usage: LanguageModelV4Usage, rates: UsageRates): Usage {
  const { total, noCache, cacheRead, cacheWrite } = usage.inputTokens;
  const cachedInputTokens = count(cacheRead);
  const inputTokens =
    total === undefined ? count(noCache) + cachedInputTokens + count(cacheWrite) : count(total);
  const outputTokens = count(usage.outputTokens.total);
  const tokens = { inputTokens, cachedInputTokens, outputTokens };
  return { ...tokens, cost: costOf({ ...tokens, cacheWriteTokens: count(cacheWrite) }, rates) };
}

interface BilledTokens {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
}

function costOf(tokens: BilledTokens, rates: UsageRates): number | null {
  if (rates === "free") return 0;
  const price = rates === "unknown" ? undefined : priceFor(rates.kind, rates.model, tokens.inputTokens);
  return price ? dollars(tokens, price) : null;
}

function dollars(tokens: BilledTokens, price: ModelPrice): number {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = tokens;
  const fresh = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  const sum =
    fresh * price.input +
    cachedInputTokens * price.cacheRead +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  return sum / 1_000_000;
}

/** Whatever a server says: a number that can be added to others, and taken from nothing. */
function count(value: number | undefined): number {
  return value !== undefined && value > 0 ? Math.round(Math.min(value, MOST_TOKENS)) : 0;
}
