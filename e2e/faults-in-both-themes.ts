import type { Page } from "@playwright/test";
import { coloursInTheDark } from "./page-walk.ts";
import { seriousFaults } from "./serious-faults.ts";

/** What axe finds serious or critical in the light theme and in the dark one; the page then looks as it did before. */
export async function faultsInBothThemes(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const faults = [...(await seriousFaults(page)), ...(await coloursInTheDark(page))];
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return faults;
}
