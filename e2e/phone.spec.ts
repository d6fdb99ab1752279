import { expect, type Page, test } from "@playwright/test";
import type { Api } from "./api.ts";
import { openPage } from "./every-page.ts";
import { layoutFaults } from "./layout-faults.ts";
import { openOverlay, overlays } from "./overlays.ts";
import { serveOwnPages } from "./own-pages.ts";
import { seriousFaults } from "./serious-faults.ts";
import { targetFaults } from "./target-faults.ts";
import { tooWide } from "./too-wide.ts";

/** Every page and what opens over it, under a thumb: a screen of 390 by 844 pixels that is touched, and no keyboard. */
const everyPage = serveOwnPages("phone");

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
});

/** Keys that are named on the page, in words. */
async function namedKeys(page: Page): Promise<readonly string[]> {
  return page
    .locator("kbd")
    .evaluateAll((keys) =>
      keys.filter((key) => key.checkVisibility()).map((key) => key.parentElement?.textContent ?? ""),
    );
}

interface PhoneFaults {
  readonly path: string;
  readonly keys: readonly string[];
  readonly targets: readonly string[];
  readonly tooWide: readonly string[];
}

/** What was found on every page by the one walk through them that these stories share. */
let walked: Promise<readonly PhoneFaults[]> | undefined;
function walk(page: Page, api: Api): Promise<readonly PhoneFaults[]> {
  walked ??= everyPage(page, api).then(({ all }) => walkOnPhone(page, all));
  return walked;
}

async function walkOnPhone(page: Page, paths: readonly string[]): Promise<readonly PhoneFaults[]> {
  const found: PhoneFaults[] = [];
  for (const path of paths) {
    await openPage(page, path);
    // The gallery shows what keys look like.
    const isGallery = path === "/design";
    found.push({
      path,
      keys: isGallery ? [] : await namedKeys(page),
      targets: isGallery ? [] : await targetFaults(page),
      tooWide: await tooWide(page),
    });
  }
  expect(found.length).toBeGreaterThan(20);
  return found;
}

test("pages on a phone name no key, and all that is pressed on them can be hit", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(1_200_000);
  for (const { path, keys, targets } of await walk(page, { request, baseURL })) {
    expect.soft(keys, path).toEqual([]);
    expect.soft(targets, path).toEqual([]);
  }
});

test("no page scrolls sideways at 390 pixels", async ({ page, request, baseURL }) => {
  test.setTimeout(1_200_000);
  for (const { path, tooWide } of await walk(page, { request, baseURL }))
    expect.soft(tooWide, path).toEqual([]);
});

test("what opens over a page on a phone fits, can be hit, names no key and is read aloud", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(1_200_000);
  const pages = await everyPage(page, { request, baseURL });
  for (const overlay of overlays.filter(({ only }) => only !== "desk")) {
    const shown = await openOverlay(page, overlay, pages);
    const box = await shown.boundingBox();
    expect.soft(box?.x, overlay.name).toBeGreaterThanOrEqual(0);
    expect.soft((box?.x ?? 0) + (box?.width ?? 0), overlay.name).toBeLessThanOrEqual(390);
    expect.soft((box?.y ?? 0) + (box?.height ?? 0), overlay.name).toBeLessThanOrEqual(844);
    expect.soft(await layoutFaults(page), overlay.name).toEqual([]);
    expect.soft(await targetFaults(page), overlay.name).toEqual([]);
    // The list of keys is what was asked for.
    if (overlay.name !== "shortcuts") expect.soft(await namedKeys(page), overlay.name).toEqual([]);
    expect.soft(await seriousFaults(page), overlay.name).toEqual([]);
  }
});

test("an org's name, rules and versions are behind its name on a phone, until something else is chosen", async ({
  page,
}) => {
  await openPage(page, "/orgs/research-desk");
  const title = page.getByRole("heading", { level: 1 }).getByRole("button", { name: "Research desk" });
  await title.tap();
  const sheet = page.getByRole("dialog", { name: "Org" });
  await expect(sheet.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Research desk");
  await expect(sheet.getByRole("heading", { name: "Versions" })).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).tap();
  await expect(sheet).toBeHidden();
  await expect(title).toBeFocused();
  await title.tap();
  await expect(sheet).toBeVisible();
  await page.getByRole("treeitem", { name: /^Lead/ }).tap();
  await expect(page.getByRole("dialog", { name: "Lead" })).toBeVisible();
  await expect(sheet).toBeHidden();
  await page.getByRole("dialog", { name: "Lead" }).getByRole("button", { name: "Close" }).tap();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
