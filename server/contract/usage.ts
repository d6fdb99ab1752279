/** What one model call, or a sum of them, consumed. Tokens as the provider counted them. */
export interface Usage {
  readonly inputTokens: number;
  /** The part of `inputTokens` that came from the provider's cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** US dollars; 0 for scripted models, null where the price of the model is not known. */
  readonly cost: number | null;
}

export const NO_USAGE: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: 0 };

/** Adds two usages; an unknown cost adds nothing to a known one. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    cachedInputTokens: left.cachedInputTokens + right.cachedInputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cost: left.cost === null ? right.cost : left.cost + (right.cost ?? 0),
  };
}
