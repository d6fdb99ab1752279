import { isStorableJson, storableJson } from "../contract/storable.ts";

/** A value as JSON that the database can hold and read. */
export function toJsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return isStorableJson(text) ? text : JSON.stringify(storableJson(JSON.parse(text)));
}
