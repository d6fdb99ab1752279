import { ModelError } from "../engine/ports.ts";
import { isVendorAddress } from "./base-url.ts";
import type { ProviderBook, StoredProvider } from "./provider-book.ts";
import { environmentProviders, howToConfigure, type ProviderEnvironment } from "./provider-environment.ts";

/** A provider that can be asked, and where its key and address come from. */
export interface ResolvedProvider extends StoredProvider {
  readonly source: "settings" | "environment";
}

/** Finds a provider by id: settings first, then the environment. Undefined when neither knows the id. */
export async function findProvider(
  id: string,
  settings: ProviderBook,
  environment: ProviderEnvironment,
): Promise<ResolvedProvider | undefined> {
  const fromEnvironment = environmentProviders(environment).find((provider) => provider.id === id);
  const stored = await settings.find(id);
  if (stored) return mergeProvider(stored, fromEnvironment);
  return fromEnvironment && { ...fromEnvironment, source: "environment" };
}

/**
 * Settings win. A key of the environment fills a gap only where the address is the environment's too: a key must never
 * reach a host for which it was not meant.
 */
export function mergeProvider(
  stored: StoredProvider,
  fromEnvironment: StoredProvider | undefined,
): ResolvedProvider {
  const borrowed = fromEnvironment?.kind === stored.kind ? fromEnvironment : undefined;
  const baseUrl = stored.baseUrl ?? (stored.apiKey ? null : (borrowed?.baseUrl ?? null));
  const sharesAddress = borrowed !== undefined && borrowed.baseUrl === baseUrl;
  return {
    ...stored,
    baseUrl,
    apiKey: stored.apiKey ?? (sharesAddress ? borrowed.apiKey : null),
    wire: stored.wire ?? (sharesAddress ? (borrowed.wire ?? null) : null),
    source: "settings",
  };
}

/** Whether a model of this provider can be asked at all. Servers other than the vendor's own may do without a key. */
export function isReady(provider: StoredProvider): boolean {
  if (provider.kind === "openai-compatible") return provider.baseUrl !== null;
  return provider.apiKey !== null || !isVendorAddress(provider);
}

/** Throws `ModelError("not_configured")` with what to set. */
export function assertReady(provider: ResolvedProvider): void {
  if (isReady(provider)) return;
  const missing = provider.kind === "openai-compatible" ? "no base URL" : "no key";
  throw new ModelError("not_configured", `${provider.name} has ${missing}. ${howToConfigure(provider.kind)}`);
}
