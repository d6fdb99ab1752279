import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { areCounts, isCountOrNone, isMembers } from "./plain-values.ts";

/** Counts of tokens that not every package reads. */
const RARE = "cache_write_tokens";

/** Chat Completions' counts of tokens, or undefined where they are not what all servers send: those the packages read. */
export function plainUsage(usage: unknown): LanguageModelV4Usage | undefined {
  if (!isMembers(usage)) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  const before = usage["prompt_tokens_details"] ?? {};
  const after = usage["completion_tokens_details"] ?? {};
  if (!isCountOrNone(input) || !isCountOrNone(output) || !isCountOrNone(usage["total_tokens"]))
    return undefined;
  if (!areCounts(before) || !areCounts(after) || RARE in before) return undefined;
  const total = input ?? 0;
  const cacheRead = before["cached_tokens"] ?? 0;
  const reasoning = after["reasoning_tokens"] ?? 0;
  const written = output ?? 0;
  return {
    inputTokens: { total, noCache: total - cacheRead, cacheRead, cacheWrite: undefined },
    outputTokens: { total: written, text: Math.max(0, written - reasoning), reasoning },
  };
}
