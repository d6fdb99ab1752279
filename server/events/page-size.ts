import type { RunEvent } from "../contract/run-event.ts";

/** Events that are asked for first: what is there soon is soon shown. */
export const FIRST_PAGE = 500;
const LARGEST_PAGE = 4_000;
/** Characters of JSON that a page should hold at most; a first page may hold more. */
const WEIGHT = 2_000_000;
/** Events that are weighed for all of a page. */
const WEIGHED = 16;

/**
 * How many events to ask for after this page: as many as are a few megabytes, if they weigh what these do. Each page is a
 * question to the database and a wait for its answer, which on a busy machine is most of what a long past costs.
 */
export function nextPage(page: readonly RunEvent[]): number {
  const step = Math.max(1, Math.floor(page.length / WEIGHED));
  const weighed = page.filter((_event, index) => index % step === 0);
  const average = JSON.stringify(weighed).length / Math.max(1, weighed.length);
  return Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, Math.floor(WEIGHT / average)));
}
