const fillers = new Set(
  "a an and any are as at be by can do for from get has have how i if in into is it its me my of on or our out please so than that the their them then this to up use us was we what when which who will with you your file files data".split(
    " ",
  ),
);

/** The telling words of a text: lower case, in a plain singular form, without fillers. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .slice(0, 50_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !fillers.has(word)).map(singular));
}

/** How many telling words two texts share. */
export function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  return shared;
}

/** Whether the text speaks of the name: `unit_price` is meant by "unit price" and by "unit prices". */
export function mentions(text: string, name: string): boolean {
  const wanted = plain(name);
  return wanted.trim() !== "" && plain(text).includes(wanted);
}

function plain(text: string): string {
  const words =
    text
      .slice(0, 50_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.map(singular).join(" ")} `;
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
