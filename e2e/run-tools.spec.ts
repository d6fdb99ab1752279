import { expect, type Locator, type Page } from "@playwright/test";
import { ASKING, mutate, query, startExampleRun, waitForRun } from "./api.ts";
import { openLine } from "./line-to-server.ts";
import { pictureOf } from "./picture-of.ts";
import { test } from "./story.ts";

/** What a watcher does with runs besides watching one: fork, share, find. */

const card = (page: Page, name: string): Locator =>
  page.getByRole("treeitem", { name: new RegExp(`^${name}, `) });

test("a run is forked from a message that is changed, and both stand side by side", async ({ page, api }) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.goto(`/runs/${runId}`);
  await page.getByRole("tab", { name: "Transcript" }).click();
  await page.getByRole("region", { name: "Transcript of Lead" }).evaluate((box) => box.scrollTo(0, 0));
  await page.getByRole("button", { name: "Change this message in a fork" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Fork from turn 1 of Lead" });
  await expect(dialog.getByRole("textbox")).toHaveValue("Summarise the table.");
  await dialog.getByRole("textbox").fill("Summarise the table briefly.");
  await dialog.getByRole("button", { name: "Fork with this message" }).click();
  await page.waitForURL((url) => /\/runs\/[^/]+$/.test(url.pathname) && !url.pathname.includes(runId));
  const forkId = page.url().split("/").at(-1) ?? "";
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Summarise the table briefly.");
  await waitForRun(api, forkId);
  expect((await query(api, "runs.get", { runId })).summary.task).toBe("Summarise the table.");
  // In the fork's own page the way to both is in its head.
  await page.getByRole("link", { name: "Fork", exact: true }).click();
  await page.waitForURL(/\/runs\/compare\?/);
  const inShort = page.getByRole("table", { name: "In short" });
  await expect(inShort.getByRole("row", { name: /^State Done Done/ })).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Delegations" }).getByRole("row", { name: /^Lead to Analyst/ }),
  ).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Critical path" }).getByRole("listitem").first(),
  ).toContainText("Lead");
});

test("a finished run is forked from an earlier turn of the turn inspector with the keyboard", async ({
  page,
  api,
}) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.goto(`/runs/${runId}`);
  const inspect = page.getByRole("link", { name: /^Inspect turn/ });
  await inspect.press("Enter");
  // The run's own page has such a button too.
  await expect(page.getByRole("heading", { level: 1, name: /^Lead, turn \d+/ })).toBeVisible();
  await page.getByRole("button", { name: /^Fork from turn \d+ of Lead/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Fork from turn/ });
  await expect(
    dialog.getByRole("textbox", { name: "A message after the results, if you like" }),
  ).toBeFocused();
  await page.keyboard.type("Keep it short.");
  await dialog.getByRole("button", { name: "Fork with this message" }).press("Enter");
  await page.waitForURL((url) => /\/runs\/[^/]+$/.test(url.pathname) && !url.pathname.includes(runId));
  const fork = await waitForRun(api, page.url().split("/").at(-1) ?? "");
  expect(fork.summary.forkedFrom).toBe(runId);
});

test("a link shows one run to a stranger, who can change nothing, until it is taken back", async ({
  page,
  browser,
  request,
  api,
}) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this run" });
  await expect(dialog).toContainText("Nobody sees this run through a link now.");
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const link = ((await dialog.getByRole("group", { name: "Link to this run" }).textContent()) ?? "").trim();

  const stranger = await (await browser.newContext()).newPage();
  const asked: string[] = [];
  stranger.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
  await stranger.goto(link);
  await expect(card(stranger, "Lead")).toHaveAccessibleName(/^Lead, Done\b/);
  await expect(stranger.getByRole("region", { name: "Answer" })).toContainText("passengers");
  for (const name of [/^Stop/, /^Pause/, /^More$/, /^Fork/, /^Inspect turn/, /^Find or do/])
    await expect(stranger.getByRole("button", { name }).or(stranger.getByRole("link", { name }))).toHaveCount(
      0,
    );
  // Nothing but the page, its parts and what belongs to this token.
  const token = new URL(link).pathname.split("/").at(-1) ?? "";
  expect(
    asked.filter((path) => path.startsWith("/api/") && !path.startsWith(`/api/share/${token}/`)),
  ).toEqual([]);

  await dialog.getByRole("button", { name: "Take this link back" }).click();
  await expect(dialog).toContainText("Nobody sees this run through a link now.");
  await stranger.reload();
  await expect(stranger.getByText("This link leads nowhere")).toBeVisible();
  expect((await request.get(`/api/share/${token}/run`)).status()).toBe(404);
  expect((await request.get(`/api/share/${token}/events`)).status()).toBe(404);
  await stranger.context().close();
});

test("the run list follows its runs by itself, and its filters stand in the address", async ({
  page,
  api,
}) => {
  await page.goto("/runs");
  const task = `Summarise the table, list ${Date.now()}.`;
  const runId = await startExampleRun(api, task);
  const row = page.getByRole("row").filter({ hasText: task });
  await expect(row).toBeVisible();
  await waitForRun(api, runId);
  await expect(row).toContainText("Done");
  await page.getByRole("searchbox", { name: "Search tasks" }).fill(task);
  await page.waitForURL(/search=/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "Last 24 hours" }).click();
  await page.waitForURL(/days=1/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("radio", { name: /^Failed/ }).click();
  await page.waitForURL(/status=failed/);
  await expect(page.getByText("No run fits")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search tasks" })).toHaveValue(task);
  await expect(page.getByRole("combobox", { name: "Period" })).toContainText("Last 24 hours");
  await expect(page.getByText("No run fits")).toBeVisible();
});

test("a run is found by its task from any page, by keys alone", async ({ page, api }) => {
  const task = `Summarise the table, sought ${Date.now()}.`;
  const runId = await startExampleRun(api, task);
  await page.goto("/settings");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(task);
  const found = page.getByRole("group", { name: "Runs" }).getByRole("option");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("Research desk");
  await expect(found).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/runs/${runId}`);
  await waitForRun(api, runId);
});

test("the run list is sorted by its heads as the server says, in the address and on a phone as well", async ({
  page,
  api,
}) => {
  await waitForRun(api, await startExampleRun(api, "Zebras first: summarise the table."));
  await waitForRun(api, await startExampleRun(api, "All that is known of the table."));
  const rows = () =>
    page.locator("[data-run]").evaluateAll((all) => all.map((row) => row.getAttribute("data-run")));
  const expected = async (by: string, direction: string) =>
    (await query(api, "runs.list", { order: { by, direction }, limit: 50 })).runs.map(
      (run: { id: string }) => run.id,
    );
  await page.goto("/runs");
  const head = (name: string) => page.getByRole("columnheader", { name });
  await expect(head("Started")).toHaveAttribute("aria-sort", "descending");
  await expect.poll(rows).toEqual(await expected("started", "desc"));
  for (const [name, by, first, second] of [
    ["Tokens", "tokens", "desc", "asc"],
    ["Task", "task", "asc", "desc"],
  ] as const) {
    await head(name).getByRole("button").press("Enter");
    await expect(head(name)).toHaveAttribute("aria-sort", first === "asc" ? "ascending" : "descending");
    await expect(head("Started")).toHaveAttribute("aria-sort", "none");
    await expect.poll(rows).toEqual(await expected(by, first));
    await head(name).getByRole("button").press("Enter");
    await expect(head(name)).toHaveAttribute("aria-sort", second === "asc" ? "ascending" : "descending");
    await expect.poll(rows).toEqual(await expected(by, second));
  }
  await expect(head("Task").getByRole("button")).toBeFocused();
  await page.reload();
  await expect(head("Task")).toHaveAttribute("aria-sort", "descending");
  await expect.poll(rows).toEqual(await expected("task", "desc"));
  await page.setViewportSize({ width: 390, height: 844 });
  const order = page.getByRole("combobox", { name: "Order" });
  await expect(order).toContainText("From Z to A");
  await order.click();
  await page.getByRole("option", { name: "Longest first" }).click();
  await expect.poll(rows).toEqual(await expected("time", "desc"));
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a quick look at a run is taken from the list by touch", async ({ page, api }) => {
    const runId = await startExampleRun(api, "Look at me quickly: summarise the table.");
    await waitForRun(api, runId);
    await page.goto("/runs");
    const row = page.getByRole("row").filter({ has: page.locator(`[data-run="${runId}"]`) });
    await row.getByRole("button", { name: "Quick look" }).tap();
    const look = page.getByRole("dialog", { name: /^Look at me quickly/ });
    await expect(look.getByRole("link", { name: "Open the run" })).toBeVisible();
    await look.getByRole("button", { name: "Close" }).tap();
    await expect(look).toBeHidden();
    expect(new URL(page.url()).pathname).toBe("/runs");
  });
});

test("a line that is cut every second shows the same run as one that never was", async ({
  page,
  context,
  baseURL,
  api,
}) => {
  const line = await openLine(baseURL ?? "");
  const runId = await startExampleRun(api, ASKING);
  const isFollowing = (sent: { url(): string }) => sent.url().includes("runs.follow");
  const isAtWork = async () => (await query(api, "runs.get", { runId })).summary.status === "running";
  const firstLine = page.waitForResponse(isFollowing);
  await page.goto(`${line.address}/runs/${runId}`);
  await expect(card(page, "Lead")).toBeVisible();
  await firstLine;
  const asked: string[] = [];
  page.on("request", (sent) => asked.push(sent.url()));
  let cuts = 0;
  // Each line is cut as soon as it stands, while agents work and when nothing comes but silence.
  while (cuts < 60 && (cuts < 6 || (await isAtWork()))) {
    const next = page.waitForResponse(isFollowing);
    line.cut();
    cuts += 1;
    await next;
  }
  await mutate(api, "runs.cancel", { runId });
  const whole = await context.newPage();
  await whole.goto(`/runs/${runId}`);
  for (const one of [page, whole])
    await expect(card(one, "Lead")).toHaveAccessibleName(/^Lead, Stopped/, { timeout: 30_000 });
  await expect(async () => expect(await pictureOf(page)).toEqual(await pictureOf(whole))).toPass();
  // The picture comes from events alone.
  expect(asked.filter((url) => url.includes("runs.get"))).toEqual([]);
  await page.close();
  await line.close();
});

test("times are right in a browser whose clock is ten minutes off, and go on while a run waits", async ({
  browser,
  baseURL,
  api,
}) => {
  test.setTimeout(300_000);
  for (const minutes of [-10, 10]) {
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    await context.clock.install({ time: Date.now() + minutes * 60_000 });
    const page = await context.newPage();
    const runId = await startExampleRun(api, ASKING);
    await page.goto(`/runs/${runId}`);
    await expect(card(page, "Lead")).toHaveAccessibleName(/^Lead, Waiting for you/, { timeout: 45_000 });
    await expect(page.getByText(/^Elapsed/).locator("..")).toHaveText(/^Elapsed [01]:\d\d$/);
    // No event comes while it waits: its time goes on.
    const playhead = page.getByRole("slider", { name: "Moment shown" });
    const shown = async () => Number(await playhead.getAttribute("aria-valuenow"));
    const before = await shown();
    await expect.poll(shown).toBeGreaterThan(before);
    expect(await shown()).toBeLessThan(120);
    await page.goto("/runs");
    const times = page.getByText(/^(just now|\d+ s ago|1 min ago)$/).filter({ visible: true });
    await expect(times.first()).toBeVisible();
    await mutate(api, "runs.cancel", { runId });
    await context.close();
  }
});
