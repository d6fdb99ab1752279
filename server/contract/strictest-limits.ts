interface KeyedLimit {
  /** What counts together, its window included. */
  readonly key: string;
  readonly calls: number;
}

/**
 * One limit for each key, the one that lets the fewest calls through: two lines that count the same calls in the same window are one
 * limit, and a call takes one place under it. Keeps the order.
 */
export function strictestLimits<Limit extends KeyedLimit>(limits: readonly Limit[]): readonly Limit[] {
  const strictest = new Map<string, Limit>();
  for (const limit of limits) {
    const known = strictest.get(limit.key);
    if (known === undefined || limit.calls < known.calls) strictest.set(limit.key, limit);
  }
  return [...strictest.values()];
}
