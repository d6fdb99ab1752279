/**
 * No database holds U+0000, and half a surrogate pair is no character: both become the sign for what could not be read. What models, servers
 * and tools send may have either anywhere.
 */
export function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}

/** The same for a value of JSON, keys included; the value itself where nothing has to be replaced. */
export function storableJson<Value>(value: Value): Value {
  return isStorableJson(JSON.stringify(value) ?? "") ? value : (replaced(value) as Value);
}

/** Whether PostgreSQL can read this JSON whole: it takes in escapes that it then refuses to read, and with them every list they are in. */
export function isStorableJson(text: string): boolean {
  return !/\\u(?:0000|[dD][89a-fA-F])/.test(text);
}

function replaced(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(replaced);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), replaced(part)]));
}
