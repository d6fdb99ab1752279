/** How an entry came to be in what is shown: in both lists alike, in the later one alone, in both but different, or gone. */
export type Difference = "same" | "added" | "changed" | "removed";

export interface Marked<Entry> {
  readonly entry: Entry;
  readonly difference: Difference;
}

/** The later list with what is different from the earlier one, in its own order; what is gone stands at the end. */
export function markDifference<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  nameOf: (entry: Entry) => string,
): readonly Marked<Entry>[] {
  const old = new Map(before.map((entry) => [nameOf(entry), entry]));
  const now = new Set(after.map(nameOf));
  const marked = after.map((entry): Marked<Entry> => {
    const known = old.get(nameOf(entry));
    if (known === undefined) return { entry, difference: "added" };
    const isSame = JSON.stringify(known) === JSON.stringify(entry);
    return { entry, difference: isSame ? "same" : "changed" };
  });
  const gone = before.filter((entry) => !now.has(nameOf(entry)));
  return [...marked, ...gone.map((entry): Marked<Entry> => ({ entry, difference: "removed" }))];
}
