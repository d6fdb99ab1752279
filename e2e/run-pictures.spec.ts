import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { Client } from "pg";
import { mutate } from "./api.ts";
import { comparePicture, isComparable, isTakingPictures, look } from "./compare-picture.ts";
import { answerWaits } from "./drawn/answer-waits.ts";
import { heatingOrg, limitedOrg } from "./drawn/heating-org.ts";
import { HEATING_NOW, heatingRun } from "./drawn/heating-run.ts";
import { heldRun, WAITING, waitingRun } from "./drawn/idle-runs.ts";
import { DRAWN_NOW, type DrawnRuns, seedRuns, speak } from "./drawn/seed-runs.ts";
import { writeRun } from "./drawn/write-run.ts";
import { endServer, makeDatabase, startReadyServer } from "./own-server.ts";
import { type ScreenWidth, setScreen } from "./screen-size.ts";
import { ownPorts } from "./servers.ts";

/**
 * How everything about runs looks, beside a picture of each state. Runs are written down event by event, so that they are always the
 * same, and the browser's clock stands where they were looked at. Compared as the pictures of the editor are.
 */
const PORT = ownPorts.runPictures;
const address = `http://127.0.0.1:${PORT}`;
const dataDir = mkdtempSync(join(tmpdir(), "openhive-run-pictures-"));
let server: ChildProcess | undefined;
let database: Client;
let runs: DrawnRuns;

test.use({ baseURL: address, reducedMotion: "reduce", timezoneId: "UTC", locale: "en-GB" });

test.beforeAll(async ({ playwright }) => {
  const databaseUrl = await makeDatabase("run_pictures");
  server = await startReadyServer({ port: PORT, databaseUrl, dataDir });
  database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const request = await playwright.request.newContext();
  await mutate({ request, baseURL: address }, "orgs.create", { slug: "heating-desk", document: heatingOrg });
  await request.dispose();
  runs = await seedRuns(database, "heating-desk");
});

test.afterAll(async () => {
  await database.end();
  if (server) await endServer(server, "SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

/** The server says the same time as the browser has: that at which the runs were looked at. */
test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(DRAWN_NOW);
  const date = DRAWN_NOW.toUTCString();
  await page.route("**/api/health/live", (route) =>
    route.fulfill({ status: 200, headers: { date }, body: "" }),
  );
  await page.route("**/api/share/*/run", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
});

type Theme = "light" | "dark";

async function open(page: Page, path: string, width: ScreenWidth = 1440): Promise<void> {
  await setScreen(page, width);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
}

async function picture(page: Page, name: string, theme: Theme = "light"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  // A run that goes on has its lanes drawn up to the server's own time.
  const lanes = page.getByRole("row", { name: /Waiting for you/ }).locator("svg:not(.lucide)");
  // What others bring: an installation's offers, and the day of a price list.
  const changing = [page.locator('aside[aria-label="Palette"]'), page.getByText(/list prices of/)];
  await comparePicture(page, `${name}-${theme}`, [lanes, ...changing]);
}

const card = (page: Page, name: string) => page.getByRole("treeitem", { name: new RegExp(`^${name}, `) });

/** The Analyst is chosen, and what it says has come to its end. */
async function openLiveRun(page: Page, width: ScreenWidth = 1440): Promise<void> {
  await open(page, `/runs/${runs.live.runId}`, width);
  await expect(card(page, "Fact checker")).toHaveAccessibleName(/Waiting for you/);
  await card(page, "Analyst").click();
  await expect(page.getByRole("heading", { name: "Analyst", exact: true })).toBeVisible();
  await speak(database, runs.live);
  await expect(card(page, "Analyst")).toContainText("below the gas");
  await page.mouse.move(0, 0);
}

test("a run at work looks as it did, now and at an earlier moment", async ({ page }) => {
  await openLiveRun(page);
  await picture(page, "run");
  await picture(page, "run", "dark");
  await page.getByRole("button", { name: "Larger timeline" }).click();
  const playhead = page.getByRole("slider", { name: "Moment shown" });
  await playhead.press("Home");
  for (let second = 0; second < 42; second += 1) await playhead.press("ArrowRight");
  await expect(page.getByText("Viewing 0:42 of 2:10")).toBeVisible();
  await expect(card(page, "Analyst")).toHaveAccessibleName(/^Analyst, Queued/);
  await playhead.blur();
  await page.mouse.move(0, 0);
  await picture(page, "replay", "dark");
});

test("a run at work looks as it did on a phone", async ({ page }) => {
  await openLiveRun(page, 390);
  await picture(page, "run-phone");
});

test("a run at work looks as it did in a window of half a desk, and all its figures can be read", async ({
  page,
}) => {
  for (const width of [1100, 900] as const) {
    await openLiveRun(page, width);
    const figures = page.getByRole("banner").getByRole("term");
    for (const figure of [/Elapsed/, /Tokens/, /Cost/, /Budget/])
      await expect.soft(figures.filter({ hasText: figure, visible: true }), `${width}`).toHaveCount(1);
    await picture(page, `run-${width}`);
  }
  await picture(page, "run-900", "dark");
});

test("runs that are over look as they did", async ({ page }) => {
  await open(page, `/runs/${runs.done.runId}`);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("Heat pumps work");
  await picture(page, "run-done");
  await open(page, `/runs/${runs.failed.runId}`);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("stopped at its budget");
  await picture(page, "run-failed", "dark");
  await open(page, `/runs/${runs.stopped.runId}`, 390);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("stopped before");
  await picture(page, "run-stopped-phone");
});

test("the run list looks as it did", async ({ page }) => {
  await open(page, "/runs");
  await expect(page.getByRole("row")).toHaveCount(6);
  await picture(page, "runs");
  await picture(page, "runs", "dark");
  await page.locator(`[data-run="${runs.done.runId}"]`).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("dialog").getByText("Loading")).toBeHidden();
  await picture(page, "run-quick-look");
  await setScreen(page, 390);
  await picture(page, "run-quick-look-phone", "dark");
  await open(page, "/runs", 390);
  await picture(page, "runs-phone");
});

test("two runs side by side look as they did", async ({ page }) => {
  await open(page, `/runs/compare?left=${runs.done.runId}&right=${runs.fork.runId}`);
  await expect(page.getByRole("table", { name: "In short" })).toBeVisible();
  await picture(page, "compare");
  await picture(page, "compare", "dark");
});

test("the inbox looks as it did", async ({ page }) => {
  await open(page, "/inbox");
  await expect(page.getByRole("region", { name: "Approval" })).toBeVisible();
  await expect(page.getByText("Six sites in Finland")).toBeVisible();
  await expect(page.getByText('"library"')).toBeVisible();
  const before = page.getByRole("complementary", { name: "Context" });
  await expect(before.getByText("Claim 7 is right")).toBeVisible();
  await picture(page, "inbox");
  await picture(page, "inbox", "dark");
  await page.getByRole("tab", { name: "Rights" }).click();
  await expect(before.getByRole("region", { name: "May call" })).toBeVisible();
  await picture(page, "inbox-rights");
  await open(page, "/inbox", 390);
  await page.getByRole("link", { name: /zotero/ }).click();
  await expect(page.getByRole("region", { name: "Approval" })).toBeVisible();
  await picture(page, "inbox-phone");
  await page.getByRole("tab", { name: "Rights" }).click();
  await expect(before.getByRole("region", { name: "May call" })).toBeVisible();
  await before.scrollIntoViewIfNeeded();
  await page.getByRole("tab", { name: "Rights" }).evaluate((tab) => tab.scrollIntoView({ block: "start" }));
  await picture(page, "inbox-rights-phone", "dark");
});

/** Only what changed since the turn before: what is new, and word by word what is another. */
async function readsChanges(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Changes only" }).click();
  await expect(page.getByText("1 new, 1 changed since turn 1")).toBeVisible();
  await expect(page.getByRole("region", { name: "Persona" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Skills" }).getByRole("insertion")).toHaveText("and sources");
  const tools = page.getByRole("complementary", { name: "Tool array" });
  await expect(tools.getByText("3 new, 1 changed, 1 removed since turn 1")).toBeVisible();
  await expect(tools.getByRole("insertion")).toHaveText("and units");
}

test("what a model was sent looks as it did", async ({ page }) => {
  const path = `/runs/${runs.live.runId}/turns/${runs.live.idOf("analyst")}/2`;
  await open(page, path);
  await expect(page.getByRole("region", { name: "sql-report" })).toBeVisible();
  await expect(page.getByText("tools first; the tool array changed")).toBeVisible();
  await picture(page, "turn");
  await picture(page, "turn", "dark");
  await readsChanges(page);
  await open(page, path, 390);
  await expect(page.getByRole("region", { name: "sql-report" })).toBeVisible();
  await picture(page, "turn-phone");
});

test("a shared run looks as it did, and a link that leads nowhere", async ({ page }) => {
  await open(page, `/share/${runs.token}`);
  await expect(card(page, "Fact checker")).toHaveAccessibleName(/Waiting for you/);
  await picture(page, "share");
  await open(page, "/share/nothing-here", 390);
  await picture(page, "share-gone-phone");
});

test("the X-ray before a run looks as it did", async ({ page }) => {
  await open(page, "/orgs/heating-desk");
  await expect(page.getByRole("region", { name: "Task" }).getByText(/^At worst/)).toBeVisible();
  await page.getByRole("button", { name: "X-ray" }).click();
  await expect(page.getByRole("dialog", { name: "X-ray" }).getByRole("row").first()).toBeVisible();
  await picture(page, "xray");
  await picture(page, "xray", "dark");
});

test("what happened and what was written look as they did", async ({ page }) => {
  await openLiveRun(page);
  await page.getByRole("tab", { name: /^Activity/ }).click();
  await expect(page.getByRole("tabpanel").getByText("outlier_test").first()).toBeVisible();
  await picture(page, "run-activity");
  await page.getByRole("tab", { name: /^Files/ }).click();
  await expect(page.getByRole("tabpanel").getByText("heat-price.svg").first()).toBeVisible();
  await picture(page, "run-files", "dark");
  await openLiveRun(page, 390);
  await page.getByRole("tab", { name: /^Activity/ }).click();
  await expect(page.getByRole("tabpanel").getByText("outlier_test").first()).toBeVisible();
  await picture(page, "run-activity-phone", "dark");
});

test("a run that is held looks as it did", async ({ page }) => {
  const task = "Prices of heat in ten cities";
  const begin = new Date(DRAWN_NOW.getTime() - 40_000);
  const held = { orgSlug: "heating-desk", status: "paused", task, script: heldRun(task), begin } as const;
  const { runId } = await writeRun(database, held);
  await open(page, `/runs/${runId}`);
  await expect(card(page, "Researcher")).toHaveAccessibleName(/Paused/);
  await picture(page, "run-paused");
  await open(page, `/runs/${runId}`, 390);
  await picture(page, "run-paused-phone", "dark");
});

const writeWaitingRun = (task: string, begin: Date) =>
  writeRun(database, {
    orgSlug: "heating-desk",
    status: "completed",
    task,
    script: waitingRun(task),
    begin,
  });

/** The run of the heating desk in an org whose lines hold something back. */
async function openLimitedRun(page: Page, orgSlug: string, document: object): Promise<void> {
  await mutate({ request: page.request, baseURL: address }, "orgs.create", { slug: orgSlug, document });
  const begin = new Date(DRAWN_NOW.getTime() - HEATING_NOW * 1_000);
  const limited = { orgSlug, status: "running", task: orgSlug, script: heatingRun(), begin } as const;
  const { runId } = await writeRun(database, limited);
  await open(page, `/runs/${runId}`);
  await expect(card(page, "Fact checker")).toHaveAccessibleName(/Waiting for you/);
}

/** Words of lines that a card lies over. */
function wordsUnderCards(page: Page): Promise<readonly string[]> {
  return page.locator("[data-line-words]").evaluateAll((words) => {
    const cards = [...document.querySelectorAll("[data-agent]")].map((card) => card.getBoundingClientRect());
    const isUnder = (box: DOMRect) =>
      cards.some(
        (card) =>
          card.left < box.right && box.left < card.right && card.top < box.bottom && box.top < card.bottom,
      );
    return words.filter((one) => isUnder(one.getBoundingClientRect())).map((one) => one.textContent ?? "");
  });
}

test("a line of a run says what it holds back, as it does in the editor, beside what went over it", async ({
  page,
}) => {
  await openLimitedRun(page, "limited", limitedOrg);
  const words = page.locator("[data-line-words]");
  await expect(words.filter({ hasText: /^2 at once · some tools · budget$/ })).toBeVisible();
  await expect(words).toHaveCount(5);
  await expect(
    page.getByRole("treeitem", { name: /limits of its line: 2 at once, some tools, budget$/ }),
  ).toBeVisible();
  expect(await wordsUnderCards(page)).toEqual([]);
  await picture(page, "run-limits");
});

test("what was answered looks as it did", async ({ page }) => {
  const task = "Grid prices of the week";
  const begin = new Date(DRAWN_NOW.getTime() - 400_000);
  await answerWaits(database, await writeWaitingRun(task, begin), begin);
  await open(page, "/inbox?show=answered");
  await expect(page.getByRole("region", { name: "Answered" }).getByRole("link")).toHaveCount(3);
  await expect(page.getByText('"command"')).toBeVisible();
  await picture(page, "inbox-answered");
  await open(page, "/inbox?show=answered", 390);
  await expect(page.getByRole("region", { name: "Answered" }).getByRole("link")).toHaveCount(3);
  await picture(page, "inbox-answered-phone", "dark");
});

test("a minute in which every agent waits is left out when a run is played with waiting skipped", async ({
  page,
}) => {
  const task = "Nobody works for a minute";
  const begin = new Date(DRAWN_NOW.getTime() - 300_000);
  const { runId } = await writeWaitingRun(task, begin);
  await open(page, `/runs/${runId}`);
  const playhead = page.getByRole("slider", { name: "Moment shown" });
  const moment = async () => Number(await playhead.getAttribute("aria-valuenow"));
  await playhead.press("Home");
  const start = await moment();
  for (let second = 0; second < WAITING.from + 5; second += 1) await playhead.press("ArrowRight");
  const skip = page.getByRole("button", { name: "Skip waiting" });
  await expect(skip).toHaveAttribute("aria-pressed", "false");
  await skip.click();
  await expect(skip).toHaveAttribute("aria-pressed", "true");
  const waiting = (await moment()) - start;
  // It would take most of a minute to get there: longer than anything is waited for.
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(async () => (await moment()) - start).toBeGreaterThan(waiting + 40);
});

test("a state that is drawn in another colour is seen on the picture of a run", async ({ page }) => {
  test.skip(isTakingPictures(), "pictures are being taken");
  await openLiveRun(page);
  test.skip(!(await isComparable(page)), "letters are drawn differently here");
  const compare = (patience = {}) => expect(page).toHaveScreenshot("run-light.png", { ...look, ...patience });
  await compare();
  await page.addStyleTag({ content: ":root { --st-person-line: #1a7045; --st-person: #1a7045; }" });
  await expect(compare({ timeout: 15_000 })).rejects.toThrow(/pixels/);
});
