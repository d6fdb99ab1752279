import type { Json } from "./json.ts";

/** One text for equal JSON, whatever the order of its keys. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(inOrder(value));
}

function inOrder(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part: Json) => inOrder(part));
  const entries = Object.entries(value).map(([key, part]) => [key, inOrder(part)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
