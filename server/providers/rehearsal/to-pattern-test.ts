import { RE2JS } from "re2js";

/** Longer patterns, and those that count further, take long even to be read. */
const LONGEST_PATTERN = 200;
const MOST_REPEATS = 10_000;

/**
 * Tells whether a value fits a schema's `pattern`, which a server wrote: in time linear in the value, whatever it says. Nothing fits a
 * pattern that cannot be read so.
 */
export function toPatternTest(pattern: string): (value: string) => boolean {
  const expression = compile(pattern);
  return (value) => expression?.test(value) ?? false;
}

function compile(pattern: string): RE2JS | undefined {
  if (pattern.length > LONGEST_PATTERN || repeatsOf(pattern) > MOST_REPEATS) return undefined;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return undefined;
  }
}

/** As many copies as `{8}`, `{8,}` or `{1,64}` make of a part at most, were each inside the one before. */
function repeatsOf(pattern: string): number {
  return [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (product, [, least, most]) => product * Math.max(1, Number(least), Number(most ?? 0)),
    1,
  );
}
