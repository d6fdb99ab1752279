import type { ModelChoice } from "../../contract/org-document.ts";
import type { ProviderSummary } from "../../contract/provider.ts";
import { contextTokensOf } from "../../providers/context-tokens.ts";
import { PRICES_AS_OF, priceFor } from "../../providers/prices.ts";
import type { CallPrice, XrayFacts } from "./xray-org.ts";

/** Tokens of an answer that a worst call is counted with. */
const LONG_ANSWER = 32_000;
const MILLION = 1_000_000;

/** What calls cost at worst, by the dated price table, and to which models not everything can be sent. */
export function callPrices(
  providers: readonly ProviderSummary[],
): Pick<XrayFacts, "price" | "isLimited" | "pricesAsOf"> {
  const known = new Map(providers.map((provider) => [provider.id, provider]));
  return {
    pricesAsOf: PRICES_AS_OF,
    price: (model) => priceOf(known.get(model.provider), model),
    isLimited: (model) => known.get(model.provider)?.source !== "built-in",
  };
}

function priceOf(provider: ProviderSummary | undefined, { model }: ModelChoice): CallPrice | undefined {
  if (provider === undefined) return undefined;
  if (provider.source === "built-in") return { perCall: 0, perToken: 0 };
  const { kind } = provider;
  const context = contextTokensOf({ kind, contextTokens: provider.contextTokens }, model);
  const price = priceFor(kind, model, context);
  if (!price) return undefined;
  const input = Math.max(price.input, price.cacheWrite ?? 0);
  return {
    perCall: (context * input + LONG_ANSWER * price.output) / MILLION,
    perToken: Math.max(input, price.output) / MILLION,
  };
}
