/** A count of tokens: `842`, `61.0k`, `202k`, `1.4M`. */
export function formatTokens(count: number): string {
  if (count < 1_000) return String(Math.round(count));
  if (count < 99_950) return `${(count / 1_000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1_000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** A count in full, with separators: `4,318`. */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString("en");
}
