import { expect, type Page } from "@playwright/test";
import { Client } from "pg";
import { startExampleRun, waitForRun } from "./api.ts";
import { simpleRun } from "./drawn/simple-run.ts";
import { writeRun } from "./drawn/write-run.ts";
import { unringedFocus } from "./focus-ring.ts";
import { card, drag, middleOf } from "./org-page.ts";
import { databaseOfRuns } from "./own-server.ts";
import { test } from "./story.ts";

/** Looking back: a run at any earlier moment, and played again. */

/** How many events the page shows, as its playhead tells it. */
async function eventsShown(page: Page): Promise<number> {
  const told = await page.getByRole("slider", { name: "Moment shown" }).getAttribute("aria-valuetext");
  return Number(/event (\d+)/.exec(told ?? "")?.[1]);
}

test("an earlier moment is stepped through event by event and played at another speed", async ({
  page,
  api,
}) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.goto(`/runs/${runId}`);
  await page.getByRole("slider", { name: "Moment shown" }).press("Home");
  await expect(card(page, "Analyst")).toHaveAccessibleName("Analyst, Idle");
  const begin = await eventsShown(page);
  for (const steps of [1, 2, 3]) {
    await page.getByRole("button", { name: "One event on" }).click();
    await expect.poll(() => eventsShown(page)).toBe(begin + steps);
  }
  await page.getByRole("radio", { name: "16x" }).click();
  await page.getByRole("button", { name: "Play" }).click();
  await expect(card(page, "Lead")).toHaveAccessibleName(/^Lead, Done\b/, { timeout: 30_000 });
});

/** Writes a run of the example org that took 74 seconds, its writer from the 52nd to the 66th; answers its id. */
async function writeSimpleRun(): Promise<string> {
  const database = new Client({ connectionString: `${databaseOfRuns()}/openhive` });
  await database.connect();
  const task = "Heat pumps in old stone houses";
  const script = simpleRun({ task, pace: 1, tool: "web_fetch", ends: "completed", answer: "They work." });
  const run = { script, orgSlug: "research-desk", task, begin: new Date(), status: "completed" } as const;
  const { runId } = await writeRun(database, run);
  await database.end();
  return runId;
}

test("at each speed a second of playing shows as many seconds of the run", async ({ page }) => {
  const runId = await writeSimpleRun();
  await page.clock.install();
  await page.goto(`/runs/${runId}`);
  const playhead = page.getByRole("slider", { name: "Moment shown" });
  await playhead.press("Home");
  await expect(playhead).toHaveAttribute("aria-valuenow", "0");
  await page.clock.pauseAt(Date.now() + 60_000);
  let second = 0;
  for (const speed of [2, 4, 8, 16]) {
    await page.getByRole("radio", { name: `${speed}x` }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.clock.runFor(2_000);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    second += speed * 2;
    // A frame more or less.
    const shown = Number(await playhead.getAttribute("aria-valuenow"));
    expect(Math.abs(shown - second), `${speed}x`).toBeLessThanOrEqual(1);
    second = shown;
  }
});

test("playing that has come to its end does not begin again by itself, and none of it asks the server", async ({
  page,
}) => {
  const runId = await writeSimpleRun();
  await page.goto(`/runs/${runId}`);
  const playhead = page.getByRole("slider", { name: "Moment shown" });
  const at = () => playhead.getAttribute("aria-valuenow");
  await expect(playhead).toHaveAttribute("aria-valuenow", "74");
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => {
    // The rail asks now and then for what waits for a person, whatever page it stands beside.
    if (/\/api\/(?!trpc\/waits\.open\b)/.test(request.url())) asked.push(request.url());
  });
  await playhead.press("Home");
  await page.getByRole("radio", { name: "16x" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(at, { timeout: 30_000 }).toBe("74");
  for (const lookBack of [
    () => page.getByRole("button", { name: "Back to the start" }).click(),
    () => playhead.press("Home"),
  ]) {
    await lookBack();
    await expect.poll(at).toBe("0");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await playhead.press("l");
    await expect.poll(at).toBe("74");
  }
  await playhead.press("Shift+ArrowLeft");
  await expect(page.getByText("Viewing ", { exact: false })).toBeVisible();
  expect(asked).toEqual([]);
});

test("the playhead is dragged to an earlier moment and past the end, which is now again", async ({
  page,
}) => {
  await page.goto(`/runs/${await writeSimpleRun()}`);
  const playhead = page.getByRole("slider", { name: "Moment shown" });
  await expect(playhead).toHaveAttribute("aria-valuenow", "74");
  const shown = async () => Number(await playhead.getAttribute("aria-valuenow"));
  const end = await middleOf(playhead);
  await playhead.press("Home");
  await expect(playhead).toHaveAttribute("aria-valuenow", "0");
  const begin = await middleOf(playhead);
  await playhead.press("End");
  await expect(page.getByText("Viewing ", { exact: false })).toBeHidden();
  const at = (second: number) => begin.x + ((end.x - begin.x) * second) / 74;

  await drag(page, end, { x: at(30), y: end.y });
  // While it is still held.
  await expect(page.getByText(/^Viewing 0:(29|30|31) of 1:14$/)).toBeVisible();
  await expect(card(page, "Writer")).toHaveAccessibleName("Writer, Idle");
  await page.mouse.move(at(60), end.y, { steps: 4 });
  await expect.poll(async () => Math.abs((await shown()) - 60)).toBeLessThanOrEqual(1);
  await expect(card(page, "Writer")).toHaveAccessibleName(/^Writer, Thinking\b/);
  await page.mouse.move(begin.x - 400, end.y, { steps: 4 });
  await expect.poll(shown).toBe(0);
  await page.mouse.move(at(60), end.y, { steps: 4 });
  await page.mouse.up();
  // Let go, it stays.
  await page.mouse.move(at(10), end.y, { steps: 4 });
  expect(Math.abs((await shown()) - 60)).toBeLessThanOrEqual(1);
  await drag(page, { x: at(60), y: end.y }, { x: at(90), y: end.y });
  await page.mouse.up();
  await expect(page.getByText("Viewing ", { exact: false })).toBeHidden();
  await expect(card(page, "Writer")).toHaveAccessibleName(/^Writer, Done\b/);
});

test("the playhead is moved, played and brought back to the end by keys alone", async ({ page, api }) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.goto(`/runs/${runId}`);
  const playhead = page.getByRole("slider", { name: "Moment shown" });
  const shown = async () => Number(await playhead.getAttribute("aria-valuenow"));
  const events = () => eventsShown(page);
  await playhead.press("Home");
  await expect.poll(shown).toBe(0);
  expect(await unringedFocus(page)).toBe("");
  const begin = await events();
  await playhead.press("Shift+ArrowRight");
  await expect.poll(events).toBe(begin + 1);
  await playhead.press("Shift+ArrowLeft");
  await expect.poll(events).toBe(begin);
  await playhead.press("ArrowRight");
  await playhead.press("ArrowRight");
  await expect.poll(shown).toBe(2);
  await playhead.press("ArrowLeft");
  await expect.poll(shown).toBe(1);
  await playhead.press("Space");
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await expect.poll(shown).toBeGreaterThan(1);
  await playhead.press("Space");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.getByRole("separator", { name: "Width of the panel" }).focus();
  expect(await unringedFocus(page)).toBe("");
  // From anywhere on the page.
  await card(page, "Analyst").focus();
  await page.keyboard.press("l");
  await expect(page.getByText("Viewing ", { exact: false })).toBeHidden();
  await expect(card(page, "Lead")).toHaveAccessibleName(/^Lead, Done\b/);
});
