import type { Page } from "@playwright/test";

/** What stands on a run's page: the state of each card, the messages on each line, and how many events. */
export async function pictureOf(page: Page) {
  return {
    cards: await page
      .getByRole("treeitem")
      .evaluateAll((all) => all.map((item) => item.querySelector(".sr-only")?.textContent).sort()),
    lines: await page
      .locator("[data-line-count]")
      .evaluateAll((all) => all.map((item) => item.getAttribute("data-line-count")).sort()),
    events: await page.getByRole("tab", { name: /^Activity/ }).textContent(),
  };
}
