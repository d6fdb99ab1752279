"use client";

import { usePathname, useRouter } from "next/navigation";
import { withQuery } from "../../../_ui/address-query.ts";
import { createPageMemory } from "../../../_ui/page-memory.ts";
import { queryOf, type ShownRuns } from "./use-run-filter.ts";

/** From which page of the list each one was reached, both by what stands in their addresses. */
const pagesBefore = createPageMemory<string>(200);

/**
 * Turns the pages of the list. The server knows what comes after a run, not what came before: a page that was reached from another leads back
 * to that one; one whose address was kept or shared leads to the first. Never out of the list, as the browser's own Back may.
 */
export function useRunPages(shown: ShownRuns) {
  const router = useRouter();
  const pathname = usePathname();
  const here = queryOf(shown).toString();
  const before = pagesBefore.read(here);
  const goTo = (query: string) => router.push(withQuery(pathname, new URLSearchParams(query)));
  return {
    isBeforeKnown: before !== undefined,
    goBack: () => goTo(before ?? queryOf({ ...shown, before: undefined }).toString()),
    goOn: (lastRun: string) => {
      const next = queryOf({ ...shown, before: lastRun }).toString();
      pagesBefore.write(next, here);
      goTo(next);
    },
  };
}
