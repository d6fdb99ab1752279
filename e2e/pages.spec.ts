import { expect, type Locator, type Page, test } from "@playwright/test";
import type { Api } from "./api.ts";
import { openPage } from "./every-page.ts";
import { headingFaults } from "./heading-faults.ts";
import { card } from "./org-page.ts";
import { openOverlay, overlays } from "./overlays.ts";
import { serveOwnPages } from "./own-pages.ts";
import { coloursInTheDark, type PageFaults, unnamedPictures, type Walk, walkPages } from "./page-walk.ts";
import { seriousFaults } from "./serious-faults.ts";
import { tooWide } from "./too-wide.ts";

/** Every page, whoever reads it: on a phone, in both themes, by key alone, under the policy it is served with. */
const everyPage = serveOwnPages("pages");

async function listPages(page: Page, api: Api): Promise<readonly string[]> {
  return (await everyPage(page, api)).all;
}

test("an option that an agent gave a look is told by icon and word, not by colour alone", async ({
  page,
}) => {
  await page.goto("/design");
  const option = (name: string) => page.getByRole("checkbox", { name });
  await expect(option("Espoo (suggested)")).toBeVisible();
  await expect(option("Odense (positive)")).toBeVisible();
  await expect(option("Ghent (careful) Figures of one year are missing")).toBeVisible();
  const destructive = option("None: empty the table (destructive)");
  const row = page.locator("label").filter({ has: destructive });
  await expect(row.locator("svg.lucide")).toBeVisible();
  await destructive.check();
  await expect(destructive).toBeChecked();
  await expect(option("Espoo (suggested)")).not.toBeChecked();
});

/** What was found on every page by the one walk through them that these stories share. */
let walked: Promise<Walk> | undefined;
function walk(page: Page, api: Api): Promise<Walk> {
  walked ??= listPages(page, api).then((paths) => walkPages(page, paths, api.baseURL ?? ""));
  return walked;
}

/** The pages on which something of this kind was found. */
async function faultsOf(walk: Promise<Walk>, kinds: readonly Exclude<keyof PageFaults, "path">[]) {
  const { pages } = await walk;
  expect(pages.length).toBeGreaterThan(20);
  return pages.flatMap(({ path, ...faults }) =>
    kinds.flatMap((kind) => faults[kind].map((fault) => `${path}: ${fault}`)),
  );
}

/** Milliseconds in which a slow machine with other stories at work goes through all pages: patience, not a promise. */
const A_WALK = 1_200_000;

test("no page has a serious accessibility fault, in the light theme and in the dark one", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(A_WALK);
  expect(await faultsOf(walk(page, { request, baseURL }), ["serious", "seriousInDark"])).toEqual([]);
});

test("pages load nothing that their own policy forbids and report no error", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(A_WALK);
  const { errors, foreign } = await walk(page, { request, baseURL });
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
});

test("whoever comes by key sees where the focus is, in either theme and in forced colours", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(A_WALK);
  const found = walk(page, { request, baseURL });
  expect(await faultsOf(found, ["unringed", "unringedInForcedColours"])).toEqual([]);
});

test("no page scrolls sideways at 320 pixels", async ({ page, request, baseURL }) => {
  test.setTimeout(A_WALK);
  expect(await faultsOf(walk(page, { request, baseURL }), ["tooWideAt320"])).toEqual([]);
});

test("nothing that opens over a page has a serious accessibility fault, in either theme", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(A_WALK);
  const pages = await everyPage(page, { request, baseURL });
  for (const overlay of overlays.filter(({ only }) => only !== "phone")) {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await openOverlay(page, overlay, pages);
    expect.soft(await seriousFaults(page), overlay.name).toEqual([]);
    expect.soft(await headingFaults(page), overlay.name).toEqual([]);
    expect.soft(await coloursInTheDark(page), `${overlay.name}, dark`).toEqual([]);
  }
});

test("no tab of the inspector and no panel of a run has a serious accessibility fault, in either theme", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(A_WALK);
  const look = async (name: string) => {
    const tab = page.getByRole("tab", { name });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    const panel = page.getByRole("tabpanel").filter({ visible: true });
    await expect(panel).toBeVisible();
    await expect(panel.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect.soft(await seriousFaults(page), name).toEqual([]);
    expect.soft(await coloursInTheDark(page), `${name}, dark`).toEqual([]);
  };
  await openPage(page, "/orgs/research-desk");
  await card(page, "Analyst").click();
  for (const name of ["Identity", "Model", "Tools", "Skills", "MCP", "Limits", "History"]) await look(name);
  await openPage(page, (await everyPage(page, { request, baseURL })).run);
  for (const name of ["Answer", "Transcript", "Activity", "Files"]) await look(name);
});

test("whoever listens meets no picture without a name and no heading that skips a level, on any page", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(A_WALK);
  const api = { request, baseURL };
  expect(await faultsOf(walk(page, api), ["unnamedPictures", "headings"])).toEqual([]);
  await openPage(page, (await everyPage(page, api)).run);
  for (const name of ["Transcript", "Activity", "Files"]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel").filter({ visible: true })).toBeVisible();
    expect.soft(await unnamedPictures(page), name).toEqual([]);
    expect.soft(await headingFaults(page), name).toEqual([]);
  }
});

/** What opens every dialog and popover that a page has at once. */
const openers: readonly (readonly [path: string, name: string | RegExp])[] = [
  ["/orgs", "New org"],
  ["/orgs", "Import an org"],
  ["/templates", "Use Code review"],
  ["/orgs/research-desk", "X-ray"],
  ["/orgs/research-desk", /^Version/],
  ["/mcp", /^Add a server/],
  ["/skills", "New skill"],
  ["/tools/toolboxes", "New toolbox"],
  ["/settings", "Add a secret"],
  ["/settings", "Add a provider"],
];

test("a dialog starts in its first control, closes with one Esc and gives the focus back", async ({
  page,
}) => {
  test.setTimeout(300_000);
  for (const [path, opener] of openers) {
    await openPage(page, path);
    const button = page.getByRole("button", { name: opener }).filter({ visible: true }).first();
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog, `${opener}`).toBeVisible();
    const focused = dialog.locator(":focus");
    await expect(focused, `${opener}`).toBeVisible();
    await expect(focused).not.toHaveAccessibleName("Close");
    await expect(focused).toHaveAccessibleName(/\S/);
    await page.keyboard.press("Escape");
    await expect(dialog, `${opener}`).toBeHidden();
    await expect(button, `${opener}`).toBeFocused();
  }
});

test("the focus goes on to the first version once a list that comes late is there", async ({ page }) => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(/orgs\.versions/, async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await openPage(page, "/orgs/research-desk");
  await page
    .getByRole("button", { name: /^Version/ })
    .filter({ visible: true })
    .first()
    .press("Enter");
  const panel = page.getByRole("dialog");
  await expect(panel).toBeFocused();
  await asked.promise;
  answer.resolve();
  await expect(panel.getByRole("button").first()).toBeFocused();
});

test("the theme is changed by a press, is there after a reload, and follows the system again when it is told to", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openPage(page, "/orgs");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const isShown = (theme: string) => expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  const press = (now: string) => page.getByRole("button", { name: new RegExp(`^Theme: ${now}\\.`) }).click();
  await isShown("dark");
  const dark = await ground();
  await press("as the system");
  await isShown("light");
  const light = await ground();
  expect(light).not.toBe(dark);
  await page.reload();
  await isShown("light");
  expect(await ground()).toBe(light);
  await press("light");
  await isShown("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await isShown("dark");
  expect(await ground()).toBe(dark);
  await press("dark");
  await isShown("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await isShown("dark");
});

test("a tooltip names an icon for those who come by key, and does not take the Esc of what is below it", async ({
  page,
}) => {
  await openPage(page, "/orgs");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Orgs", exact: true })
    .focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tooltip")).toHaveText("Runs");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toBeHidden();
});

test("pages whose letters are twice as large fit into the window", async ({
  page,
  request,
  baseURL,
  playwright,
}, { project }) => {
  test.setTimeout(A_WALK);
  const paths = await listPages(page, { request, baseURL });
  const { args = [], ...launch } = project.use.launchOptions ?? {};
  // As the reader sets it in the browser: also the widths at which pages change their layout follow.
  const browser = await playwright.chromium.launch({
    ...launch,
    args: [...args, "--blink-settings=defaultFontSize=32"],
  });
  const large = await browser.newPage({ baseURL: baseURL ?? "", viewport: { width: 1280, height: 900 } });
  for (const path of paths) {
    await openPage(large, path);
    expect(await large.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    expect.soft(await tooWide(large), path).toEqual([]);
  }
  await browser.close();
});

test("in forced colours what is chosen, pointed at and ticked is told by a line", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const outline = (one: Locator) => one.evaluate((element) => getComputedStyle(element).outlineStyle);
  await openPage(page, "/skills?skill=csv-figures");
  const chosen = page.getByRole("region", { name: "Skills" }).locator('a[aria-current="true"]');
  expect(await outline(chosen)).toBe("solid");
  await openPage(page, "/orgs");
  await page.getByRole("button", { name: "More for Research desk" }).click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("ArrowDown");
  const pointed = page.locator('[role="menuitem"][data-highlighted]').first();
  await expect(pointed).toBeVisible();
  expect(await outline(pointed)).toBe("solid");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const option = page.getByRole("option", { selected: true });
  await expect(option).toBeVisible();
  expect(await outline(option)).toBe("solid");
  await page.keyboard.press("Escape");
  await openPage(page, "/design");
  const tick = page.getByRole("checkbox", { name: "Espoo (suggested)" });
  await tick.check();
  expect(await tick.evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe("none");
});

test.describe("in a window as low as at 400 % zoom", () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test("a run is watched in a window of 320 by 256 pixels: its canvas has room, its words are scrolled to", async ({
    page,
    request,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    await openPage(page, (await everyPage(page, { request, baseURL })).run);
    const lead = page.getByRole("treeitem", { name: /^Lead, / });
    await expect(lead).toBeInViewport({ ratio: 0.5 });
    await expect(page.getByRole("heading", { level: 2, name: "Lead" })).toBeInViewport();
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.scrollIntoViewIfNeeded();
    const box = await answer.boundingBox();
    expect(Math.min(box?.height ?? 0, 256)).toBeGreaterThan(60);
    await expect(answer).toBeInViewport();
    await page.getByRole("tab", { name: /^Activity/ }).click();
    // The newest stands at the end.
    const newest = page.getByRole("tabpanel").getByRole("listitem").last();
    await newest.scrollIntoViewIfNeeded();
    await expect(newest).toBeInViewport();
    expect(await tooWide(page)).toEqual([]);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the places that have no room on a phone are behind More", async ({ page }) => {
    await openPage(page, "/orgs");
    await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "More" }).tap();
    await page.getByRole("menuitem", { name: "Settings" }).tap();
    await page.waitForURL("**/settings");
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  });
});
