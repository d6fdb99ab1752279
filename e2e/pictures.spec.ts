import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type Api, mutate, query } from "./api.ts";
import { comparePicture, isComparable, isTakingPictures, look } from "./compare-picture.ts";
import { addOrgs } from "./drawn/picture-orgs.ts";
import { hearOfDrawnAlone, putSkills } from "./drawn/picture-tools.ts";
import { editorPictures } from "./editor-pictures.ts";
import { layoutFaults } from "./layout-faults.ts";
import { endServer, makeDatabase, startReadyServer } from "./own-server.ts";
import type { Picture } from "./picture.ts";
import { refuse } from "./refuse.ts";
import { setScreen } from "./screen-size.ts";
import { seriousFaults } from "./serious-faults.ts";
import { ownPorts } from "./servers.ts";

/**
 * How the main states of the editor and of the pages around it look, beside a picture of each, and that nothing on them is laid out wrongly. A server of its own:
 * the first visit of an installation, and an org that is always the same. Pictures are compared only where letters are drawn as they
 * were when they were taken; the layout is looked at everywhere. `--update-snapshots` takes them anew.
 */
const PORT = ownPorts.pictures;
const address = `http://127.0.0.1:${PORT}`;
const dataDir = mkdtempSync(join(tmpdir(), "openhive-pictures-"));
let server: ChildProcess | undefined;

test.use({ baseURL: address, reducedMotion: "reduce", timezoneId: "UTC", locale: "en-GB" });

let isDrawn = false;

/** The first picture is of an installation that holds nothing yet but what came along. */
async function addDrawings({ request }: Page): Promise<void> {
  if (isDrawn) return;
  isDrawn = true;
  await addOrgs({ request, baseURL: address });
}

test.beforeAll(async () => {
  putSkills(dataDir);
  server = await startReadyServer({ port: PORT, databaseUrl: await makeDatabase("pictures"), dataDir });
});

test.afterAll(async () => {
  if (server) await endServer(server, "SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

/** Leaves one of the list: how many there are, and what they are, changes with every release. */
const searchFor = (words: string) => async (page: Page) => {
  await page.getByRole("searchbox").fill(words);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
};

const nothingYet = (page: Page, words: string) => expect(page.getByText(words)).toBeVisible();

const offersAreThere = (page: Page) =>
  expect(page.getByRole("region", { name: "Begin with a template" })).toBeVisible();

const API = "**/api/trpc/**";

/** The server is asked and does not answer yet. */
const isSilent = async (page: Page) => void (await page.route(API, () => undefined));
const isRefusing = async (page: Page) => void (await page.route(API, refuse));

const isWaiting = (page: Page) =>
  expect(page.locator('[aria-busy="true"]').getByText("The server has not answered yet")).toBeVisible();
const isTold = (page: Page) =>
  expect(page.getByRole("alert").filter({ visible: true }).first()).toContainText(/could not/);

/** What is there stays when the server is gone, and the page says so. */
const loseServer = async (page: Page) => {
  await page.route("**/api/**", (route) => route.abort());
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByText("Offline since")).toBeVisible({ timeout: 500 });
  }).toPass();
};

/** The three states that every page shares, each on one page wide and on another on a phone: `page-states.spec.ts` goes through all pages. */
const sharedStates: readonly Picture[] = [
  { name: "runs-loading", path: "/runs", between: isSilent, prepare: isWaiting },
  {
    name: "editor-loading-phone-dark",
    path: "/orgs/picture-desk",
    width: 390,
    theme: "dark",
    between: isSilent,
    prepare: isWaiting,
  },
  { name: "inbox-refused", path: "/inbox", between: isRefusing, prepare: isTold },
  {
    name: "editor-refused-phone-dark",
    path: "/orgs/picture-desk",
    width: 390,
    theme: "dark",
    between: isRefusing,
    prepare: isTold,
  },
  { name: "rules-offline", path: "/tools/rules", prepare: loseServer },
  { name: "runs-offline-phone-dark", path: "/runs", width: 390, theme: "dark", prepare: loseServer },
];

const pictures: readonly Picture[] = [
  { name: "orgs-first-visit", path: "/orgs", prepare: offersAreThere },
  { name: "orgs-first-visit-phone-dark", path: "/orgs", width: 390, theme: "dark", prepare: offersAreThere },
  // Before anything is saved anew: what was saved last comes first.
  {
    name: "orgs",
    path: "/orgs",
    isAfterDrawing: true,
    isAlsoDark: true,
    prepare: (page) => expect(page.getByRole("link", { name: /Picture desk/ }).first()).toBeVisible(),
  },
  ...editorPictures,
  { name: "runs-empty", path: "/runs", prepare: (page) => nothingYet(page, "No runs yet") },
  {
    name: "runs-empty-phone-dark",
    path: "/runs",
    width: 390,
    theme: "dark",
    prepare: (page) => nothingYet(page, "No runs yet"),
  },
  { name: "inbox-empty", path: "/inbox", prepare: (page) => nothingYet(page, "Nothing waits for you") },
  {
    name: "inbox-empty-phone-dark",
    path: "/inbox",
    width: 390,
    theme: "dark",
    prepare: (page) => nothingYet(page, "Nothing waits for you"),
  },
  { name: "no-such-page", path: "/nothing-here", width: 390 },
  { name: "gallery", path: "/templates" },
  { name: "gallery-dark", path: "/templates", theme: "dark" },
  {
    name: "skill",
    path: "/skills?skill=picture-counts",
    isAfterDrawing: true,
    prepare: searchFor("picture-counts"),
  },
  {
    name: "skill-phone-dark",
    path: "/skills?skill=picture-counts",
    isAfterDrawing: true,
    width: 390,
    theme: "dark",
  },
  { name: "tools-phone", path: "/tools", width: 390, prepare: searchFor("count_words") },
  { name: "rules", path: "/tools/rules" },
  { name: "audit-phone", path: "/tools/audit", width: 390 },
  ...sharedStates,
];

/** What others bring: an installation's offers. */
const changing = (page: Page) => [page.locator("header span.num.text-11")];

async function open(page: Page, picture: Picture): Promise<void> {
  const { path, width = 1440, theme = "light", isAfterDrawing = false, between, prepare } = picture;
  // What an empty list offers depends on which orgs there are.
  if (path.startsWith("/orgs/picture-") || path === "/runs" || isAfterDrawing) await addDrawings(page);
  if (path.startsWith("/orgs/picture-")) await hearOfDrawnAlone(page);
  await setScreen(page, width);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await between?.(page);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  if (!between) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  // A mask would be as wide as "now" or "12 min ago" is.
  await page.addStyleTag({ content: "time { visibility: hidden; }" });
  await prepare?.(page);
  if (!picture.isHeld) await page.mouse.move(0, 0);
}

// An answer may be on its way while the picture is taken and the page goes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

// First of all: nothing has been drawn yet, so that the strip with the first steps is there.
test("a first visit has no serious accessibility fault, in either theme", async ({ page }) => {
  for (const theme of ["light", "dark"] as const) {
    await open(page, { name: "first visit", path: "/orgs", theme, prepare: offersAreThere });
    await expect(page.getByRole("region", { name: "First steps" })).toBeVisible();
    expect.soft(await seriousFaults(page), theme).toEqual([]);
  }
});

for (const picture of pictures) {
  test(`${picture.name} looks as it did`, async ({ page }) => {
    await open(page, picture);
    if (picture.isMoving) expect(await layoutFaults(page), "laid out wrongly").toEqual([]);
    else await comparePicture(page, picture.name, changing(page));
    if (!picture.isAlsoDark) return;
    await page.emulateMedia({ colorScheme: "dark" });
    await comparePicture(page, `${picture.name}-dark`, changing(page));
  });
}

test("a card that stands eight pixels beside its place is seen on the picture", async ({ page }) => {
  test.skip(isTakingPictures(), "pictures are being taken");
  const editor = pictures.find(({ name }) => name === "editor-light");
  if (!editor) throw new Error("There are no pictures");
  await open(page, editor);
  test.skip(!(await isComparable(page)), "letters are drawn differently here");
  const compare = (patience = {}) =>
    expect(page).toHaveScreenshot(`${editor.name}.png`, { ...look, mask: changing(page), ...patience });
  await compare();
  await page.addStyleTag({ content: '[data-id="writer"] { margin-left: 8px; }' });
  await expect(compare({ timeout: 15_000 })).rejects.toThrow(/pixels/);
});

test("every other page is laid out without a fault on a first visit, wide and narrow", async ({ page }) => {
  for (const width of [1440, 390] as const) {
    for (const path of [
      "/orgs",
      "/templates",
      "/runs",
      "/inbox",
      "/skills",
      "/tools",
      "/tools/rules",
      "/mcp",
      "/settings",
      "/design",
    ]) {
      await setScreen(page, width);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (path !== "/design") await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect.soft(await layoutFaults(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

/** Leaves nothing in any list; skills that ship with OpenHive cannot be taken away, so that the page hears of none. */
async function takeAwayAll(page: Page): Promise<void> {
  const api: Api = { request: page.request, baseURL: address };
  for (const { name } of await query(api, "mcp.list", undefined)) await mutate(api, "mcp.remove", { name });
  await page.route(/\/api\/trpc\/[^?]*skills\.list/, async (route) => {
    const response = await route.fetch();
    const names = new URL(route.request().url()).pathname.replace("/api/trpc/", "").split(",");
    const answers: readonly unknown[] = await response.json();
    const json = answers.map((answer, index) =>
      names[index] === "skills.list" ? { result: { data: [] } } : answer,
    );
    await route.fulfill({ response, json });
  });
}

// Last of all: nothing is left afterwards.
test("where nothing is left, a page says what would be there and offers the one thing that fills it", async ({
  page,
}) => {
  await takeAwayAll(page);
  const main = page.getByRole("main");
  const region = (name: string) => page.getByRole("region", { name });
  for (const [path, place, words, offer] of [
    ["/skills", main, /No skills.*instructions an agent loads when it needs them/, "New skill"],
    ["/mcp", main, /No MCP servers.*tools from other systems/, "Add a server"],
    ["/settings", region("Secrets"), /No secret is stored\. An agent can ask for one/, "Add a secret"],
    ["/tools/audit", region("What happened"), /Nothing yet.*it stands here for good/, "Give an org a task"],
  ] as const) {
    await page.goto(path);
    await expect(place, path).toHaveText(words);
    const offers = place.getByRole("button", { name: offer }).or(place.getByRole("link", { name: offer }));
    await expect(offers, path).toHaveCount(1);
    await offers.click();
    if (path === "/tools/audit") await page.waitForURL("**/orgs");
    else await expect(page.getByRole("dialog", { name: offer })).toBeVisible();
  }
});
