import type { ProviderKind, ProviderWire } from "../contract/provider.ts";

/** A provider as the server may use it: with its key in plain text. Never leaves the server. */
export interface StoredProvider {
  readonly id: string;
  readonly kind: ProviderKind;
  readonly name: string;
  /** Null for the vendor's own address. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  readonly models: readonly string[];
  /** Sessions that may be at work on it at the same time. */
  readonly maxConcurrentSessions?: number | null;
  /** Context sizes in tokens that people set, by the model's name: they win over what is known. */
  readonly contextTokens?: Readonly<Record<string, number>>;
  /** The API that was chosen for it; absent or null: the kind's own. */
  readonly wire?: ProviderWire | null;
}

/**
 * The providers that people added in settings, with keys decrypted.
 *
 * Asked for every model that is resolved, so that a changed key works from the next session on; it may keep what it read until it
 * is told of a change.
 */
export interface ProviderBook {
  find(id: string): Promise<StoredProvider | undefined>;
  list(): Promise<readonly StoredProvider[]>;
}
