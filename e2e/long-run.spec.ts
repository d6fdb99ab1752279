import { setTimeout as delay } from "node:timers/promises";
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { Client } from "pg";
import { type LongRun, writeLongRun } from "../bench/long-run.ts";
import { openLine } from "./line-to-server.ts";
import { databaseOfRuns } from "./own-server.ts";
import { pictureOf } from "./picture-of.ts";
import { seriousFaults } from "./serious-faults.ts";

/** `npm test -- --only browser --full` cuts for a whole minute, and sends as long. */
const SECONDS = process.env["FAULTS"] === "full" ? 60 : 8;
const PER_SECOND = 200;

let database: Client;
test.beforeEach(async () => {
  database = new Client({ connectionString: `${databaseOfRuns()}/openhive` });
  await database.connect();
});
test.afterEach(async () => {
  await database.end();
});

/** Appends events at a steady pace, as agents do who all work at once. */
async function send(run: LongRun, seconds: number): Promise<void> {
  const begin = performance.now();
  for (let sent = 0; sent < PER_SECOND * seconds; sent += 10) {
    await run.append(10);
    const due = begin + ((sent + 10) / PER_SECOND) * 1_000;
    await delay(Math.max(0, due - performance.now()));
  }
}

/** Seconds of processor time that the page's main thread has used: whatever else this machine does does not count. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.POSITIVE_INFINITY;
}

async function watchWork(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return session;
}

const activity = (page: Page) => page.getByRole("tab", { name: /^Activity/ });

test("a run of twenty thousand events is usable after two seconds of work", async ({ page }) => {
  const run = await writeLongRun(database, "research-desk", 20_000);
  await run.finish();
  const session = await watchWork(page);
  // What counts is the page's own work: beside much else the machine may take its time with it.
  test.setTimeout(360_000);
  await page.goto(`/runs/${run.runId}`);
  await expect(page.getByRole("tab", { name: "Answer" })).toBeVisible({ timeout: 75_000 });
  expect(await workOf(session)).toBeLessThan(2);
  await activity(page).click();
  const rows = page.getByRole("region", { name: "Activity of all agents" }).getByRole("listitem");
  await expect(rows.filter({ hasText: "The run is done" })).toBeVisible();
  expect(await rows.count()).toBeLessThan(60);
  await page.getByRole("slider", { name: "Moment shown" }).press("Home");
  // Sessions open within a moment of the beginning: more or fewer of them belong to it.
  await expect(activity(page)).toHaveText(/^Activity\s*\d{1,2}$/);
  expect(await workOf(session)).toBeLessThan(4);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByRole("button", { name: /^Instance 1 A part .*, Done$/ }).first()).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
});

test("two hundred events a second leave a page most of its time", async ({ page }) => {
  const run = await writeLongRun(database, "research-desk", 400);
  const session = await watchWork(page);
  await page.goto(`/runs/${run.runId}`);
  await activity(page).click();
  await expect(page.getByText(/ended turn/).first()).toBeVisible();
  const before = await workOf(session);
  await send(run, SECONDS);
  const used = (await workOf(session)) - before;
  await run.finish();
  await expect(page.getByText("The run is done")).toBeVisible();
  expect(used / SECONDS).toBeLessThan(0.5);
});

test("a line cut every second while two hundred events a second come shows what was committed", async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(180_000 + 2_000 * SECONDS);
  const run = await writeLongRun(database, "research-desk", 200);
  const line = await openLine(baseURL ?? "");
  const lost: string[] = [];
  page.on("request", (sent) => lost.push(sent.url()));
  await page.goto(`${line.address}/runs/${run.runId}`);
  await expect(activity(page)).toBeVisible();
  lost.length = 0;
  const cutting = (async () => {
    for (let second = 0; second < SECONDS; second += 1) {
      await delay(1_000);
      line.cut();
    }
  })();
  await Promise.all([send(run, SECONDS), cutting]);
  await run.finish();
  const whole = await context.newPage();
  await whole.goto(`/runs/${run.runId}`);
  for (const one of [page, whole])
    await expect(one.getByRole("tab", { name: "Answer" })).toBeVisible({ timeout: 30_000 });
  const { rows } = await database.query<{ seq: number }>("select seq::int from run where id = $1", [
    run.runId,
  ]);
  const picture = await pictureOf(page);
  expect(picture).toEqual(await pictureOf(whole));
  expect(picture.events?.replaceAll(/\D/g, "")).toBe(String(rows[0]?.seq));
  expect(lost.filter((url) => url.includes("runs.follow")).length).toBeGreaterThan(SECONDS / 2);
  expect(lost.filter((url) => url.includes("runs.get"))).toEqual([]);
  await page.close();
  await line.close();
});
