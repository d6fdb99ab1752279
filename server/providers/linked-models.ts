import { type ConnectedModel, connectModel, formatOf } from "./connect-model.ts";
import type { StoredProvider } from "./provider-book.ts";
import { createModelWire, type ModelWire } from "./wires/model-wire.ts";

/** Models that are remembered: more than are asked at one time. */
const MOST_MODELS = 64;

/** A model of a provider package and the wire below it. */
export interface LinkedModel {
  readonly connected: ConnectedModel;
  readonly wire: ModelWire;
}

/**
 * The models of one process. The same model at the same address with the same key is the same one for every session: what the first
 * request taught about its requests serves them all. A provider that was changed is another one.
 */
export function createLinkedModels(
  stallMs: number,
): (provider: StoredProvider, model: string) => LinkedModel {
  const known = new Map<string, LinkedModel>();
  return (provider, model) => {
    const { kind, baseUrl, apiKey, wire = null } = provider;
    const key = JSON.stringify([kind, baseUrl, apiKey, wire, model]);
    const found = known.get(key) ?? linkModel(provider, model, stallMs);
    known.delete(key);
    known.set(key, found);
    const [oldest] = known.size > MOST_MODELS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return found;
  };
}

function linkModel(provider: StoredProvider, model: string, stallMs: number): LinkedModel {
  const wire = createModelWire({ format: formatOf(provider), stallMs });
  return { connected: connectModel(provider, model, wire.fetch), wire };
}
