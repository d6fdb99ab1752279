/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Input that came from the provider's cache. */
  readonly cacheRead: number;
  /** Input that was written to the cache for five minutes; absent where writing costs nothing extra. */
  readonly cacheWrite?: number;
  readonly output: number;
}

interface PricedModel extends ModelPrice {
  /** The model id, or its beginning: dated versions follow it after a dash. */
  readonly model: string;
  /** Prices of a whole request whose input is longer than this many tokens. */
  readonly above?: ModelPrice & { readonly tokens: number };
}

/** When these prices were compared with the vendors' lists. Standard tier, list prices; discounts and taxes left out. */
export const PRICES_AS_OF = "2026-11-27";

const priceLists: Readonly<Record<string, readonly PricedModel[]>> = {
  // https://platform.claude.com/docs/en/about-claude/pricing
  anthropic: [
    { model: "claude-fable-5-1", input: 10, cacheRead: 0.25, cacheWrite: 12.5, output: 50 },
    { model: "claude-fable-5", input: 10, cacheRead: 1, cacheWrite: 12.5, output: 50 },
    { model: "claude-opus-5-5", input: 4, cacheRead: 0.2, cacheWrite: 5, output: 20 },
    { model: "claude-opus-5", input: 5, cacheRead: 0.5, cacheWrite: 6.25, output: 25 },
    { model: "claude-opus-4-8", input: 5, cacheRead: 0.5, cacheWrite: 6.25, output: 25 },
    { model: "claude-opus-4-7", input: 5, cacheRead: 0.5, cacheWrite: 6.25, output: 25 },
    { model: "claude-opus-4-6", input: 5, cacheRead: 0.5, cacheWrite: 6.25, output: 25 },
    { model: "claude-opus-4-5", input: 5, cacheRead: 0.5, cacheWrite: 6.25, output: 25 },
    { model: "claude-opus-4-1", input: 15, cacheRead: 1.5, cacheWrite: 18.75, output: 75 },
    { model: "claude-sonnet-5-5", input: 2, cacheRead: 0.1, cacheWrite: 2.5, output: 10 },
    { model: "claude-sonnet-5", input: 2, cacheRead: 0.2, cacheWrite: 2.5, output: 10 },
    { model: "claude-sonnet-4-6", input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 },
    { model: "claude-sonnet-4-5", input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 },
    {
      model: "claude-haiku-5-5",
      input: 0.1,
      cacheRead: 0.01,
      cacheWrite: 0.125,
      output: 0.5,
      above: { tokens: 100_000, input: 0.5, cacheRead: 0.05, cacheWrite: 0.625, output: 2.5 },
    },
    { model: "claude-haiku-4-5", input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 },
  ],
  // https://developers.openai.com/api/docs/pricing
  openai: [
    { model: "gpt-6.1-sol", input: 2, cacheRead: 0.1, output: 10 },
    { model: "gpt-5.6-sol", input: 5, cacheRead: 0.5, output: 30 },
    { model: "gpt-5.6-terra", input: 2.5, cacheRead: 0.25, output: 15 },
    { model: "gpt-5.6-luna", input: 1, cacheRead: 0.1, output: 6 },
    { model: "gpt-5.5", input: 5, cacheRead: 0.5, output: 30 },
    { model: "gpt-5.4", input: 2.5, cacheRead: 0.25, output: 15 },
    { model: "gpt-5.4-mini", input: 0.75, cacheRead: 0.075, output: 4.5 },
    { model: "gpt-5.4-nano", input: 0.2, cacheRead: 0.02, output: 1.25 },
    { model: "gpt-5", input: 1.25, cacheRead: 0.125, output: 10 },
    { model: "gpt-5-mini", input: 0.25, cacheRead: 0.025, output: 2 },
    { model: "gpt-4.1", input: 2, cacheRead: 0.5, output: 8 },
    { model: "gpt-4.1-mini", input: 0.4, cacheRead: 0.1, output: 1.6 },
    { model: "gpt-4o", input: 2.5, cacheRead: 1.25, output: 10 },
    { model: "gpt-4o-mini", input: 0.15, cacheRead: 0.075, output: 0.6 },
  ],
  // https://ai.google.dev/gemini-api/docs/pricing
  google: [
    { model: "gemini-4-hydrogen", input: 1.5, cacheRead: 0.075, output: 7.5 },
    { model: "gemini-3.5-flash", input: 1.5, cacheRead: 0.15, output: 9 },
    {
      model: "gemini-3.1-pro-preview",
      input: 2,
      cacheRead: 0.2,
      output: 12,
      above: { tokens: 200_000, input: 4, cacheRead: 0.4, output: 18 },
    },
    {
      model: "gemini-2.5-pro",
      input: 1.25,
      cacheRead: 0.125,
      output: 10,
      above: { tokens: 200_000, input: 2.5, cacheRead: 0.25, output: 15 },
    },
    { model: "gemini-2.5-flash", input: 0.3, cacheRead: 0.03, output: 2.5 },
    { model: "gemini-2.5-flash-lite", input: 0.1, cacheRead: 0.01, output: 0.4 },
  ],
};

/** What a request with `inputTokens` costs per million tokens. Undefined where the price is not known. */
export function priceFor(kind: string, model: string, inputTokens: number): ModelPrice | undefined {
  const priced = priceLists[kind]?.find((candidate) => isVersionOf(model, candidate.model));
  return priced?.above && inputTokens > priced.above.tokens ? priced.above : priced;
}

/** Model ids to suggest for a kind of provider, newest first. */
export function knownModels(kind: string): readonly string[] {
  return priceLists[kind]?.map(({ model }) => model) ?? [];
}

const DATE = /^-(\d{8}|\d{4}-\d{2}-\d{2}|latest|0)$/;

/** The id itself, or it with a date or `-latest`: `gpt-5-mini` is no version of `gpt-5`. Asked at every model call of every price. */
function isVersionOf(model: string, base: string): boolean {
  return model.startsWith(base) && (model.length === base.length || DATE.test(model.slice(base.length)));
}
