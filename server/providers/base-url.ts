import type { ProviderKind, ProviderWire } from "../contract/provider.ts";

const vendorAddresses: Readonly<Record<ProviderKind, string>> = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  "openai-compatible": "",
};

/** The address to send requests to. Always explicit, so that no provider package looks into the environment itself. */
export function baseUrlOf(provider: {
  readonly kind: ProviderKind;
  readonly baseUrl: string | null;
  readonly wire?: ProviderWire | null;
}): string {
  if (provider.baseUrl === null) return vendorAddresses[provider.kind];
  const speaks = provider.wire === "messages" ? "anthropic" : provider.kind;
  return withVersion(speaks, provider.baseUrl.replace(/\/+$/, ""));
}

/** Whether requests go to the vendor's own servers, where a key is needed and newer wires are understood. */
export function isVendorAddress(provider: {
  readonly kind: ProviderKind;
  readonly baseUrl: string | null;
}): boolean {
  if (provider.kind === "openai-compatible") return false;
  const url = baseUrlOf(provider);
  return URL.canParse(url) && new URL(url).host === new URL(vendorAddresses[provider.kind]).host;
}

/**
 * Anthropic's own clients take a base URL without a version and add `/v1`; Google's add `/v1beta`; OpenAI's expect the
 * version in the URL. People set the variables by those conventions, with or without the version.
 */
function withVersion(kind: ProviderKind, url: string): string {
  if (kind === "anthropic") return /\/v\d+\w*$/.test(url) ? url : `${url}/v1`;
  if (kind === "google") return /\/v\d+\w*$/.test(url) ? url : `${url}/v1beta`;
  return url;
}
