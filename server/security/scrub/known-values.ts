import type { Scrubbed } from "./named-values.ts";
import { PLACEHOLDER } from "./secret-families.ts";

/** Shorter values occur by chance in ordinary text: hiding them would hide the text. */
const SHORTEST = 6;

/** Hides values that are known to be secret, wherever and however they are written. */
export interface KnownValues {
  /** Linear in the text for each value. */
  scrub(text: string): Scrubbed<string>;
}

/**
 * Prepares values for hiding: as they are, and as they look inside JSON, addresses, base64 and hexadecimal text.
 *
 * Values shorter than 6 characters are left out; equal ones count once. Longer ones are hidden first, so that a value that
 * holds another is hidden whole.
 */
export function createKnownValues(values: Iterable<string>): KnownValues {
  const forms = new Set<string>();
  for (const value of values)
    if (value.length >= SHORTEST) for (const form of formsOf(value)) forms.add(form);
  const ordered = [...forms].filter((form) => form.length >= SHORTEST).sort((a, b) => b.length - a.length);
  return {
    scrub(text) {
      let value = text;
      let count = 0;
      for (const form of ordered) {
        if (!value.includes(form)) continue;
        const parts = value.split(form);
        count += parts.length - 1;
        value = parts.join(PLACEHOLDER);
      }
      return { value, count };
    },
  };
}

function formsOf(value: string): readonly string[] {
  const trimmed = value.trim();
  const bytes = Buffer.from(value);
  const base64 = bytes.toString("base64");
  return [
    value,
    trimmed,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll("%20", "+"),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}
