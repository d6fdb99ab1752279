import { ownValue } from "../contract/own-value.ts";
import type { ProviderKind } from "../contract/provider.ts";
import type { StoredProvider } from "./provider-book.ts";

/** Where nothing is known: what current open models are served with. */
const UNKNOWN = 128_000;

/** Contexts by the beginning of the model's name, as the vendors publish them (November 2026). The first that fits counts. */
const KNOWN: Readonly<Record<ProviderKind, readonly (readonly [prefix: string, tokens: number])[]>> = {
  anthropic: [["", 200_000]],
  openai: [
    ["gpt-4.1", 1_000_000],
    ["gpt-4", 128_000],
    ["gpt-5", 400_000],
    ["o", 200_000],
    ["", 128_000],
  ],
  google: [["", 1_000_000]],
  "openai-compatible": [["", UNKNOWN]],
};

/**
 * How many tokens one request to the model may hold: prompt, tools, messages and answer together. As people set it, else as its
 * vendor publishes it.
 */
export function contextTokensOf(
  { kind, contextTokens }: Pick<StoredProvider, "kind" | "contextTokens">,
  model: string,
): number {
  const set = ownValue(contextTokens, model);
  if (set !== undefined) return set;
  return KNOWN[kind].find(([prefix]) => model.startsWith(prefix))?.[1] ?? UNKNOWN;
}
