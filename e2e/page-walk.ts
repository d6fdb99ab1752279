import { expect, type Page } from "@playwright/test";
import { openPage } from "./every-page.ts";
import { focusWithoutRing } from "./focus-ring.ts";
import { headingFaults } from "./heading-faults.ts";
import { seriousFaults } from "./serious-faults.ts";
import { tooWide } from "./too-wide.ts";

/** What was found on one page, each in words; empty where nothing was. */
export interface PageFaults {
  readonly path: string;
  readonly serious: readonly string[];
  readonly seriousInDark: readonly string[];
  /** Pictures that are read aloud without a name. */
  readonly unnamedPictures: readonly string[];
  readonly headings: readonly string[];
  /** What has the focus and no ring around it that is seen, in either theme. */
  readonly unringed: readonly string[];
  readonly unringedInForcedColours: readonly string[];
  readonly tooWideAt320: readonly string[];
}

export interface Walk {
  readonly pages: readonly PageFaults[];
  /** Errors of scripts, of hydration and of the policy, as the browser told them. */
  readonly errors: readonly string[];
  /** Addresses outside of `origin` that were asked for. */
  readonly foreign: readonly string[];
}

/** Opens each page once for all that is looked at in a wide window, and once in a narrow one: some parts choose their form as they come. */
export async function walkPages(page: Page, paths: readonly string[], origin: string): Promise<Walk> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Hydration|hydrat/i.test(message.text())) errors.push(message.text());
  });
  const foreign: string[] = [];
  page.on("request", (sent) => {
    const address = sent.url();
    if (/^https?:/.test(address) && !address.startsWith(origin)) foreign.push(address);
  });
  const pages: PageFaults[] = [];
  for (const path of paths) pages.push(await lookAt(page, path));
  return { pages, errors, foreign };
}

async function lookAt(page: Page, path: string): Promise<PageFaults> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce", forcedColors: "none" });
  await openPage(page, path);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const unnamed = await unnamedPictures(page);
  const headings = await headingFaults(page);
  const serious = await seriousFaults(page);
  const unringedInLight = await focusWithoutRing(page);
  const seriousInDark = await coloursInTheDark(page);
  const unringed = [...unringedInLight, ...(await focusWithoutRing(page))];
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const unringedInForcedColours = await focusWithoutRing(page);
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
  await openPage(page, path);
  const tooWideAt320 = await tooWide(page);
  if (desk) await page.setViewportSize(desk);
  return {
    path,
    serious,
    seriousInDark,
    unnamedPictures: unnamed,
    headings,
    unringed,
    unringedInForcedColours,
    tooWideAt320,
  };
}

/** Themes differ in colours alone. */
export async function coloursInTheDark(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  return seriousFaults(page, ["color-contrast", "link-in-text-block"]);
}

/** Pictures that whoever listens meets without a name, by their role. */
export async function unnamedPictures(page: Page): Promise<readonly string[]> {
  const reader = await page.context().newCDPSession(page);
  const { nodes } = await reader.send("Accessibility.getFullAXTree");
  await reader.detach();
  // The arrow of what folds is a mark of the browser's own, read as folded or unfolded.
  const marks = new Set(nodes.flatMap(({ role, nodeId }) => (role?.value === "ListMarker" ? [nodeId] : [])));
  return nodes
    .filter(
      ({ ignored, role, name, parentId = "" }) =>
        !ignored && /^(image|img|SvgRoot)$/.test(role?.value ?? "") && !name?.value && !marks.has(parentId),
    )
    .map(({ role }) => String(role?.value));
}
