import { expect, type Locator, type Page } from "@playwright/test";
import type { EveryPage } from "./every-page.ts";
import { openPage } from "./every-page.ts";

/** Something that opens over a page: where, and how it comes up. */
export interface Overlay {
  readonly name: string;
  readonly path: string | ((pages: EveryPage) => string);
  readonly open: (page: Page) => Promise<void>;
  /** Where it is not the same on a phone and on a desk, it is looked at on one of both. */
  readonly only?: "desk" | "phone";
}

const inBanner = (name: string | RegExp) => (page: Page) =>
  page.getByRole("banner").getByRole("button", { name }).click();
const inMain = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).click();

/** An entry of the menu that hangs on a button. */
const inMenu = (button: string, entry: string) => async (page: Page) => {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  await page.getByRole("menuitem", { name: entry }).click();
};

/** On a phone the line below the task comes when it is touched. */
const belowTask = (name: RegExp) => async (page: Page) => {
  await page.getByRole("textbox", { name: "Task" }).click();
  await page.getByRole("region", { name: "Task" }).getByRole("button", { name }).click();
};

const editor = "/orgs/research-desk";
const run = (pages: EveryPage) => pages.run;

export const overlays: readonly Overlay[] = [
  { name: "new org", path: "/orgs", open: inBanner("New org") },
  { name: "import", path: "/orgs", open: inBanner("Import an org") },
  { name: "org menu", path: "/orgs", open: inMain("More for Research desk") },
  { name: "delete org", path: "/orgs", open: inMenu("More for Research desk", "Delete") },
  { name: "use template", path: "/templates", open: inMain("Use Code review") },
  { name: "palette", path: editor, open: inBanner("Find or do") },
  { name: "X-ray", path: editor, open: inBanner("X-ray") },
  { name: "versions", path: editor, open: inBanner(/^Version/), only: "desk" },
  { name: "org sheet", path: editor, open: inBanner("Research desk"), only: "phone" },
  { name: "add sheet", path: editor, open: inMain("Add to the canvas"), only: "phone" },
  { name: "outline sheet", path: editor, open: inBanner("Outline"), only: "phone" },
  { name: "shortcuts", path: editor, open: (page) => page.keyboard.press("?") },
  { name: "budget", path: editor, open: belowTask(/budget/i) },
  { name: "target", path: editor, open: belowTask(/^to /) },
  { name: "quick look", path: "/runs", open: (page) => quickLook(page) },
  { name: "timeline", path: run, open: inMain("Open the timeline"), only: "phone" },
  { name: "run menu", path: run, open: inBanner("More") },
  { name: "file preview", path: run, open: (page) => previewFile(page) },
  { name: "share", path: run, open: inMenu("More", "Share") },
  { name: "fork", path: run, open: inMenu("More", "Fork from here") },
  { name: "new server", path: "/mcp", open: inBanner("Add a server") },
  { name: "new skill", path: "/skills", open: inBanner("New skill") },
  { name: "install a skill", path: "/skills", open: inBanner("Install a skill") },
  { name: "project folders", path: "/skills", open: inBanner("Project folders") },
  { name: "skill menu", path: "/skills?skill=csv-figures", open: inMain("More about csv-figures") },
  { name: "activation", path: "/skills?skill=csv-figures", open: inMain("Try activation") },
  { name: "new toolbox", path: "/tools/toolboxes", open: inBanner("New toolbox") },
  { name: "new secret", path: "/settings", open: inMain("Add a secret") },
  { name: "new provider", path: "/settings", open: inMain("Add a provider") },
];

async function quickLook(page: Page): Promise<void> {
  await page.locator("[data-run]").first().focus();
  await page.keyboard.press("Space");
}

async function previewFile(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Files/ }).click();
  await page.getByRole("button", { name: /^lines\.csv/ }).click();
}

/** Opens the page and what is over it; answers the latter, once it shows what it is for. */
export async function openOverlay(page: Page, overlay: Overlay, pages: EveryPage): Promise<Locator> {
  await openPage(page, typeof overlay.path === "string" ? overlay.path : overlay.path(pages));
  await overlay.open(page);
  const shown = page.getByRole("dialog").or(page.getByRole("alertdialog")).or(page.getByRole("menu")).first();
  await expect(shown, overlay.name).toBeVisible();
  await expect(shown.locator('[aria-busy="true"]'), overlay.name).toHaveCount(0);
  return shown;
}
