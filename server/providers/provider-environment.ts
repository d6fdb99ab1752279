import type { ProviderKind, ProviderWire } from "../contract/provider.ts";
import type { StoredProvider } from "./provider-book.ts";

export interface ProviderCredentials {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly wire?: ProviderWire | undefined;
}

/** What the vendors' usual environment variables say: enough to use a provider without any settings. */
export interface ProviderEnvironment {
  readonly anthropic: ProviderCredentials;
  readonly openai: ProviderCredentials;
  readonly google: ProviderCredentials;
  readonly openaiCompatible: ProviderCredentials;
}

interface Vendor {
  readonly kind: ProviderKind;
  readonly name: string;
  readonly field: keyof ProviderEnvironment;
  readonly hint: string;
}

const vendors: readonly Vendor[] = [
  { kind: "anthropic", name: "Anthropic", field: "anthropic", hint: "Set ANTHROPIC_API_KEY, or add a key" },
  { kind: "openai", name: "OpenAI", field: "openai", hint: "Set OPENAI_API_KEY, or add a key" },
  { kind: "google", name: "Google", field: "google", hint: "Set GOOGLE_GENERATIVE_AI_API_KEY, or add a key" },
  {
    kind: "openai-compatible",
    name: "OpenAI compatible",
    field: "openaiCompatible",
    hint: "Set OPENAI_COMPATIBLE_BASE_URL, or give its base URL",
  },
];

/** The four providers that exist without settings, filled with what the environment says about them. */
export function environmentProviders(environment: ProviderEnvironment): readonly StoredProvider[] {
  return vendors.map(({ kind, name, field }) => ({
    id: kind,
    kind,
    name,
    baseUrl: environment[field].baseUrl?.trim() || null,
    apiKey: environment[field].apiKey?.trim() || null,
    models: [],
    wire: environment[field].wire ?? null,
  }));
}

/** What a person has to set before this kind of provider can be used. */
export function howToConfigure(kind: ProviderKind): string {
  const hint = vendors.find((candidate) => candidate.kind === kind)?.hint ?? "Complete it";
  return `${hint} in Settings, Models.`;
}
