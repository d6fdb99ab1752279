import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type Api, mutate, startExampleRun, waitForRun } from "./api.ts";
import { card } from "./org-page.ts";
import { endServer, makeDatabase, startReadyServer } from "./own-server.ts";
import { seriousFaults } from "./serious-faults.ts";
import { ownPorts } from "./servers.ts";

/**
 * Every page, whoever reads it: on a phone, in both themes, by key alone, under the policy it is served with. A server of its own,
 * so that they can go on beside the stories of design and of runs.
 */
const dataDir = mkdtempSync(join(tmpdir(), "openhive-pages-"));
let server: ChildProcess | undefined;

test.use({ baseURL: `http://127.0.0.1:${ownPorts.pages}` });

test.beforeAll(async () => {
  server = await startReadyServer({
    port: ownPorts.pages,
    databaseUrl: await makeDatabase("pages"),
    dataDir,
  });
});

test.afterAll(async () => {
  if (server) await endServer(server, "SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

const fixedPages: readonly string[] = [
  "/orgs",
  "/orgs/research-desk",
  "/templates",
  "/runs",
  "/inbox",
  "/skills",
  "/skills?skill=csv-figures",
  "/tools",
  "/tools/toolboxes",
  "/tools/rules",
  "/tools/audit",
  "/mcp",
  "/settings",
  "/design",
  "/nothing-here",
  "/runs/nothing-here",
];

let listed: Promise<readonly string[]> | undefined;

/** The fixed pages, and those of a finished run, which is made once for all stories. */
function listPages(page: Page, api: Api): Promise<readonly string[]> {
  listed ??= makePages(page, api);
  return listed;
}

/** Of the run: itself, a turn of it, side by side with itself, and what a stranger sees of it. */
async function makePages(page: Page, api: Api): Promise<readonly string[]> {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.goto(`/runs/${runId}`);
  const turn = page.getByRole("link", { name: /^Inspect turn/ });
  const turnPage = (await turn.getAttribute("href")) ?? "";
  const compared = `/runs/compare?left=${runId}&right=${runId}`;
  const { token } = await mutate(api, "runs.share", { runId, days: 1 });
  return [
    ...fixedPages,
    `/runs/${runId}`,
    turnPage,
    "/runs/compare",
    compared,
    `/share/${token}`,
    "/share/nothing-here",
  ];
}

/** Opens a page and waits for what it shows instead of a skeleton. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator('main, [role="main"]').first()).toBeVisible();
  // The parts of the gallery show what waiting looks like.
  if (path !== "/design") await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
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

test("no page has a serious accessibility fault, in the light theme and in the dark one", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const show = async (colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
  };
  for (const path of await listPages(page, { request, baseURL })) {
    await openPage(page, path);
    await show("light");
    expect.soft(await seriousFaults(page), path).toEqual([]);
    // Themes differ in colours alone.
    await show("dark");
    const colors = await seriousFaults(page, ["color-contrast", "link-in-text-block"]);
    expect.soft(colors, `${path}, dark`).toEqual([]);
  }
});

/** What opens over a page: where, and how it comes up. */
const overlays: readonly (readonly [path: string, open: (page: Page) => Promise<void>])[] = [
  ["/orgs", (page) => pressInBanner(page, "New org")],
  ["/orgs", (page) => pressInBanner(page, "Import an org")],
  ["/orgs", (page) => page.getByRole("button", { name: "More for Research desk" }).click()],
  ["/templates", (page) => page.getByRole("button", { name: "Use Code review" }).click()],
  ["/orgs/research-desk", (page) => page.keyboard.press("Control+k")],
  ["/orgs/research-desk", (page) => pressInBanner(page, "X-ray")],
  ["/orgs/research-desk", (page) => pressInBanner(page, /^Version/)],
  ["/orgs/research-desk", (page) => page.keyboard.press("?")],
  ["/mcp", (page) => pressInBanner(page, "Add a server")],
  ["/skills", (page) => pressInBanner(page, "New skill")],
  ["/tools/toolboxes", (page) => pressInBanner(page, "New toolbox")],
  ["/settings", (page) => page.getByRole("button", { name: "Add a secret" }).click()],
  ["/settings", (page) => page.getByRole("button", { name: "Add a provider" }).click()],
];

async function pressInBanner(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name }).click();
}

test("nothing that opens over a page has a serious accessibility fault, in either theme", async ({
  page,
}) => {
  test.setTimeout(180_000);
  for (const [at, [path, open]] of overlays.entries()) {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await openPage(page, path);
    await open(page);
    const overlay = page.getByRole("dialog").or(page.getByRole("menu")).first();
    await expect(overlay, `${path}, ${at}`).toBeVisible();
    await expect(overlay.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await seriousFaults(page), `${path}, ${at}`).toEqual([]);
    expect.soft(await coloursInTheDark(page), `${path}, ${at}, dark`).toEqual([]);
  }
});

/** Themes differ in colours alone. */
async function coloursInTheDark(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  return seriousFaults(page, ["color-contrast", "link-in-text-block"]);
}

test("no tab of the inspector and no panel of a run has a serious accessibility fault, in either theme", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(180_000);
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
  const pages = await listPages(page, { request, baseURL });
  await openPage(page, pages[fixedPages.length] ?? "");
  for (const name of ["Answer", "Transcript", "Activity", "Files"]) await look(name);
});

test("pages load nothing that their own policy forbids and report no error", async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const pages = await listPages(page, { request, baseURL });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Hydration|hydrat/i.test(message.text())) faults.push(message.text());
  });
  const foreign: string[] = [];
  page.on("request", (sent) => {
    const address = sent.url();
    if (/^https?:/.test(address) && !address.startsWith(baseURL ?? "")) foreign.push(address);
  });
  for (const path of pages) await openPage(page, path);
  expect(faults).toEqual([]);
  expect(foreign).toEqual([]);
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
  test.setTimeout(120_000);
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

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("no page scrolls sideways at 390 pixels", async ({ page, request, baseURL }) => {
    test.setTimeout(180_000);
    for (const path of await listPages(page, { request, baseURL })) {
      await openPage(page, path);
      const wide = await page.evaluate(() => {
        const places = [document.documentElement, ...document.querySelectorAll("body, main, header")];
        return places
          .filter((place) => place.scrollWidth > place.clientWidth + 1)
          .map((place) => `${place.tagName} ${place.scrollWidth} > ${place.clientWidth}`);
      });
      expect.soft(wide, path).toEqual([]);
    }
  });

  test("the places that have no room on a phone are behind More", async ({ page }) => {
    await openPage(page, "/orgs");
    await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "More" }).tap();
    await page.getByRole("menuitem", { name: "Settings" }).tap();
    await page.waitForURL("**/settings");
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  });
});
