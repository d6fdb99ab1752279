/** Deeper than any schema asks for, and far from where the stack of what reads it ends. */
const DEEPEST = 256;

const STEPS: ReadonlyMap<string, number> = new Map([
  ["[", 1],
  ["{", 1],
  ["]", -1],
  ["}", -1],
]);

/**
 * Whether lists and objects of a JSON text stand inside each other deeper than anybody means. Brackets in texts do not count.
 * One pass without a stack of its own, whatever the text holds; never throws.
 */
export function isNestedDeeply(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (isText && sign === "\\") at += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText) depth += STEPS.get(sign) ?? 0;
    if (depth > DEEPEST) return true;
  }
  return false;
}
