import type { Page } from "@playwright/test";

/** What is wider than the window: pages and their bars; what scrolls in a box of its own is none of it. */
export async function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("body, main, header")]
      .filter((place) => place.scrollWidth > place.clientWidth + 1)
      .map((place) => `${place.tagName} ${place.scrollWidth} > ${place.clientWidth}`),
  );
}
