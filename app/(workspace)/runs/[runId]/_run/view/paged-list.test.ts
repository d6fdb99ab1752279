import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RunDraft } from "./draft.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { countWhile, EMPTY_LIST, itemAt, itemsFrom, type PagedList, toPagedList } from "./paged-list.ts";

const lengths = fc.integer({ min: 0, max: 1_100 });
const numbersUpTo = (length: number) => Array.from({ length }, (_, index) => index);

describe("a list on pages", () => {
  it("is the same however its items came", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 }), (batches) => {
        let list: PagedList<number> = EMPTY_LIST;
        for (const size of batches) {
          const draft = new RunDraft(EMPTY_RUN_VIEW);
          for (let more = 0; more < size; more += 1) list = draft.appendToPages(list, list.length);
        }
        expect(list).toEqual(toPagedList(numbersUpTo(list.length)));
      }),
    );
  });

  it("reads as the array would, from any place to any other", () => {
    fc.assert(
      fc.property(lengths, fc.nat({ max: 1_200 }), fc.nat({ max: 1_200 }), (length, start, end) => {
        const items = numbersUpTo(length);
        const list = toPagedList(items);
        expect(itemsFrom(list, start, end)).toEqual(items.slice(start, end));
        expect(itemAt(list, start)).toBe(items.at(start));
        expect(itemAt(list, -start)).toBe(start === 0 ? items.at(0) : items.at(-start));
        expect(countWhile(list, (item) => item < start)).toBe(Math.min(start, length));
      }),
    );
  });

  it("leaves one that was handed out as it was, and shares all its full pages", () => {
    const before = toPagedList(numbersUpTo(700));
    const after = new RunDraft(EMPTY_RUN_VIEW).appendToPages(before, 700);
    expect(before).toEqual(toPagedList(numbersUpTo(700)));
    expect(after.pages.slice(0, 2).every((page, index) => page === before.pages[index])).toBe(true);
  });
});
