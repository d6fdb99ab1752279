import type { Usage } from "../contract/usage.ts";

/** What a session has used, as it is read: counts are bigint, which come as text. */
export interface UsageRow {
  readonly input_tokens: string;
  readonly cached_input_tokens: string;
  readonly output_tokens: string;
  readonly cost: number | null;
}

/** The columns of a `UsageRow`. */
export const USAGE_COLUMNS = "input_tokens, cached_input_tokens, output_tokens, cost";

export function toUsage(row: UsageRow): Usage {
  return {
    inputTokens: Number(row.input_tokens),
    cachedInputTokens: Number(row.cached_input_tokens),
    outputTokens: Number(row.output_tokens),
    cost: row.cost,
  };
}
