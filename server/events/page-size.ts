/** Events that are asked for first: what is there soon is soon shown. */
export const FIRST_PAGE = 500;
const LARGEST_PAGE = 4_000;
/** Bytes of JSON that a page should hold at most; a first page may hold more. */
const WEIGHT = 2_000_000;

/**
 * How many events to ask for when those before weighed so many bytes each: as many as are a few megabytes. Each page is a
 * question to the database and a wait for its answer, which on a busy machine is most of what a long past costs.
 */
export function pageOf(averageWeight: number): number {
  return Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, Math.floor(WEIGHT / averageWeight)));
}
