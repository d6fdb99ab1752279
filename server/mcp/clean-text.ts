import type { Json } from "../contract/json.ts";

// Zero-width, direction-changing and "tag" characters: they carry instructions that people do not see.
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text from a server that can be stored and shown: no zero bytes, no half surrogate pairs, nothing invisible. */
export function cleanText(text: string): string {
  return storable(text).replace(invisible, "");
}

/** Only what a database cannot hold is replaced: a tool's answer is otherwise kept as it is. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}

/** The same for a whole value, keys included. */
export function storableJson(value: Json): Json {
  if (typeof value === "string") return storable(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Json) => storableJson(item));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [storable(key), storableJson(child as Json)]),
  );
}
