import type { Json } from "../../contract/json.ts";

/** Characters of arguments that the audit, and the list of what was answered, keep whole. */
export const MOST_INPUT = 8_000;

/** Arguments as they are, or the beginning of their text. */
export function clipInput(input: Json): Json {
  const text = JSON.stringify(input) ?? "null";
  return text.length <= MOST_INPUT ? input : `${text.slice(0, MOST_INPUT).toWellFormed()} ...`;
}
