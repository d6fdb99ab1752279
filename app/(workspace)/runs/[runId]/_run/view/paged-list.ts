/** Items on a page: what one more item copies at most. */
const PAGE = 256;

/**
 * A list that only grows, on pages: one more item copies the last page and not what is before it, so that the newest event of a
 * long run costs what that of a short one does. The same items are the same list, however they came.
 */
export interface PagedList<Item> {
  readonly length: number;
  /** All but the last are full. */
  readonly pages: readonly (readonly Item[])[];
}

/** A list of nothing. */
export const EMPTY_LIST: PagedList<never> = { length: 0, pages: [] };

/** These items as a list on pages. */
export function toPagedList<Item>(items: readonly Item[]): PagedList<Item> {
  const pages: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += PAGE) pages.push(items.slice(start, start + PAGE));
  return { length: items.length, pages };
}

/** How many items the last page has room for. */
export function roomOf({ length, pages }: PagedList<unknown>): number {
  return pages.length * PAGE - length;
}

/** The item at a place from 0, or from the end where it is negative; undefined where there is none. */
export function itemAt<Item>({ length, pages }: PagedList<Item>, index: number): Item | undefined {
  const place = index < 0 ? length + index : index;
  return pages[Math.floor(place / PAGE)]?.[place % PAGE];
}

/** The items from `start` up to and without `end`. Looks at no page without one of them. */
export function itemsFrom<Item>(list: PagedList<Item>, start: number, end = list.length): readonly Item[] {
  const first = Math.floor(start / PAGE);
  return list.pages
    .slice(first, Math.ceil(end / PAGE))
    .flat()
    .slice(start - first * PAGE, Math.max(start, end) - first * PAGE);
}

/** How many items from the beginning are as wanted, in a list where none after the first that is not is so. */
export function countWhile<Item>(list: PagedList<Item>, isWanted: (item: Item) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = itemAt(list, middle);
    if (item !== undefined && isWanted(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
