import { expect, type Locator, type Page } from "@playwright/test";

/** As many times as a page has stops, and no more. */
const MOST = 80;

/** Presses one key until something has the focus, as whoever looks for it by keys does. */
export async function pressUntilFocused(page: Page, key: string, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < MOST; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${wanted}`);
}

/** Presses one key until something within a place has the focus: from one part of the page to another. */
export async function pressUntilWithin(page: Page, key: string, place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  for (let presses = 0; presses < MOST; presses += 1) {
    if (await place.evaluate((element) => element.contains(document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead into ${place}`);
}
