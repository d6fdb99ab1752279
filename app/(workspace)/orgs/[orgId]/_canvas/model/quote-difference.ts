/** Characters of a text that are shown, and of those before a difference that lies further in. */
const SHOWN = 60;
const LEADING = 20;

/**
 * A text in quotes, shortened so that what parts it from its other version is seen. Spaces and line breaks count only where
 * nothing else differs, and are made visible then.
 */
export function quoteDifference(text: string, other: string): string {
  const isSpacing = flat(text) === flat(other);
  const [shown, compared] = isSpacing ? [visible(text), visible(other)] : [flat(text), flat(other)];
  if (shown === "") return "empty";
  if (shown.length <= SHOWN) return `“${shown}”`;
  const parting = partingOf(shown, compared);
  const start = parting < SHOWN - LEADING ? 0 : parting - LEADING;
  const end = start + SHOWN - 1;
  const excerpt = shown.slice(start, end).toWellFormed();
  return `“${start > 0 ? "…" : ""}${excerpt}${end < shown.length ? "…" : ""}”`;
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function visible(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll(" ", "·");
}

/** Where the two first differ. */
function partingOf(text: string, other: string): number {
  let index = 0;
  while (index < text.length && text[index] === other[index]) index += 1;
  return index;
}
