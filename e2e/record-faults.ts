import type { Page } from "@playwright/test";

/** What scripts of a page throw and nobody catches, from now on. To be compared with an empty list at the end. */
export function recordFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => void faults.push(error.message));
  return faults;
}
