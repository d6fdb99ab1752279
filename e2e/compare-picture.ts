import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { layoutFaults } from "./layout-faults.ts";
import { lettersOf } from "./own-look.ts";
import { whereItDiffers } from "./where-it-differs.ts";

const lettersFile = join(import.meta.dirname, "pictures", "letters.txt");

/** How pictures are taken and how much they may differ. */
export const look = {
  animations: "disabled",
  caret: "hide",
  scale: "css",
  threshold: 0.15,
  maxDiffPixels: 150,
} as const;

/** Whether this run of the stories takes pictures anew instead of comparing. */
export function isTakingPictures(): boolean {
  return ["all", "changed"].includes(test.info().config.updateSnapshots);
}

/** Whether this machine draws letters as the one that took the pictures did. */
export async function isComparable(page: Page): Promise<boolean> {
  const letters = await lettersOf(page);
  if (isTakingPictures()) writeFileSync(lettersFile, `${letters}\n`);
  return existsSync(lettersFile) && readFileSync(lettersFile, "utf8").trim() === letters;
}

/**
 * Holds a page to its picture, and looks for faults of layout in any case. Where letters are drawn differently nothing is compared,
 * and the story says so.
 */
export async function comparePicture(page: Page, name: string, mask: readonly Locator[] = []): Promise<void> {
  expect.soft(await layoutFaults(page), `${name} is laid out wrongly`).toEqual([]);
  if (await isComparable(page)) {
    await holdToPicture(page, name, mask);
    return;
  }
  const description = "letters are drawn differently here";
  test.info().annotations.push({ type: "not compared", description });
}

/** Milliseconds after which a page is looked at again, as something may come late: one that stays another is another. */
const PATIENCE = [1_500, 6_500];

async function holdToPicture(page: Page, name: string, mask: readonly Locator[]): Promise<void> {
  const compare = () => expect(page).toHaveScreenshot(`${name}.png`, { ...look, mask: [...mask] });
  for (const patience of PATIENCE) {
    const isHeld = await compare().then(
      () => true,
      () => false,
    );
    if (isHeld) return;
    await page.waitForTimeout(patience);
  }
  await compare().catch(async (error: unknown) => {
    expect.soft(await whereItDiffers(page, name), String(error)).toBe("nowhere");
  });
}
