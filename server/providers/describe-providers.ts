import { PERSON_MODEL, SEAT_ID_TAKEN } from "../contract/agent-model.ts";
import type { BuiltInProvider, ProviderSummary, ServedProvider } from "../contract/provider.ts";
import { knownModels } from "./prices.ts";
import type { ProviderBook } from "./provider-book.ts";
import { environmentProviders, type ProviderEnvironment } from "./provider-environment.ts";
import { isReady, mergeProvider, type ResolvedProvider } from "./resolve-provider.ts";

const rehearsal: BuiltInProvider = {
  id: "rehearsal",
  kind: "rehearsal",
  name: "Rehearsal",
  baseUrl: null,
  hasKey: false,
  source: "built-in",
  models: ["rehearsal"],
  isReady: true,
  maxConcurrentSessions: null,
  contextTokens: {},
  wire: null,
};

/** Agents of it are seats of people. */
const person: BuiltInProvider = {
  ...rehearsal,
  id: PERSON_MODEL.provider,
  kind: "person",
  name: "A person",
  models: [PERSON_MODEL.model],
};

/** There without settings and without a server. */
export const builtInProviders: readonly BuiltInProvider[] = [rehearsal, person];

/** Nobody can add a provider under such an id. */
export function isBuiltInId(id: string): boolean {
  return builtInProviders.some((provider) => provider.id === id);
}

/**
 * The rehearsal, people, the vendors' own four (ready or not), then those added in settings, by id. Never a key. One that was added under
 * the id of a built-in one before there was such stands in its place, so that it can be removed, and is not ready.
 */
export async function describeProviders(
  settings: ProviderBook,
  environment: ProviderEnvironment,
): Promise<readonly ProviderSummary[]> {
  const stored = await settings.list();
  const fromEnvironment = environmentProviders(environment);
  const merged = stored.map((provider) =>
    mergeProvider(
      provider,
      fromEnvironment.find(({ id }) => id === provider.id),
    ),
  );
  const vendors = fromEnvironment.map(
    (provider) =>
      merged.find(({ id }) => id === provider.id) ?? { ...provider, source: "environment" as const },
  );
  const added = merged
    .filter(({ id }) => !fromEnvironment.some((provider) => provider.id === id))
    .sort((left, right) => left.id.localeCompare(right.id));
  const served = [...vendors, ...added].map(toSummary);
  return [...builtInProviders.filter(({ id }) => !served.some((one) => one.id === id)), ...served];
}

function toSummary(provider: ResolvedProvider): ServedProvider {
  const { id, kind, name, baseUrl, apiKey, models, source } = provider;
  return {
    id,
    kind,
    name,
    baseUrl: baseUrl && withoutCredentials(baseUrl),
    hasKey: apiKey !== null,
    source,
    models: models.length > 0 ? models : knownModels(kind),
    isReady: isReady(provider) && !isBuiltInId(id),
    problem: isBuiltInId(id) ? SEAT_ID_TAKEN : null,
    maxConcurrentSessions: provider.maxConcurrentSessions ?? null,
    contextTokens: provider.contextTokens ?? {},
    wire: provider.wire ?? null,
  };
}

/** A URL may carry a user and a password, or a key in its query. */
function withoutCredentials(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return "";
  const url = new URL(baseUrl);
  url.username = "";
  url.password = "";
  url.search = "";
  return url.toString().replace(/\/$/, "");
}
