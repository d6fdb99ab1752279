import type { Json } from "../contract/json.ts";

/** Takes secrets out of every text of a value that leaves OpenHive. The value itself is left as it is. */
export type HideSecrets = <Value>(value: Value) => Value;

/** For values that are JSON: documents, events, entries of the audit. */
export function createHideSecrets(scrubber: { json(value: Json): { readonly value: Json } }): HideSecrets {
  return (value) => scrubber.json(value as Json).value as typeof value;
}
