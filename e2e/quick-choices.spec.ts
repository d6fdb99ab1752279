import { expect, type Page } from "@playwright/test";
import { ASKING, mutate, startExampleRun, waitForRun } from "./api.ts";
import { test } from "./story.ts";

/** Choices that a page keeps in its address, made faster than a slow server draws them. */

/** Pages come only once the returned function is called: what they show is read as ever. */
async function holdPages(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    ({ searchParams }) => searchParams.has("_rsc"),
    async (route) => {
      await promise;
      await route.continue();
    },
  );
  return resolve;
}

test("choices that are made at once are all kept: two filters, two runs", async ({ page, api }) => {
  const tasks = [`Summarise the table, left ${Date.now()}.`, `Summarise the table, right ${Date.now()}.`];
  for (const task of tasks) await waitForRun(api, await startExampleRun(api, task));

  await page.goto("/runs");
  const letGo = await holdPages(page);
  await page.getByRole("combobox", { name: "Period" }).press("Enter");
  await page.getByRole("option", { name: "Last 7 days" }).press("Enter");
  await page.getByRole("radio", { name: /^Failed/ }).click();
  await expect(page).toHaveURL(/\?status=failed&days=7$/);
  await expect(page.getByRole("combobox", { name: "Period" })).toHaveText("Last 7 days");
  letGo();

  await page.goto("/runs/compare");
  const letCompare = await holdPages(page);
  for (const [index, label] of ["Left", "Right"].entries()) {
    await page.getByRole("combobox", { name: label }).press("Enter");
    await page.getByRole("option", { name: tasks[index] ?? "" }).press("Enter");
  }
  await expect(page).toHaveURL(/\?left=.*&right=/);
  await expect(page.getByRole("table", { name: "In short" })).toBeVisible();
  letCompare();
});

test("turns are stepped through faster than they are drawn", async ({ page, api }) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.goto(`/runs/${runId}`);
  await page.getByRole("link", { name: /^Inspect turn/ }).press("Enter");
  const heading = page.getByRole("heading", { level: 1, name: /^Lead, turn \d+/ });
  await expect(heading).toBeVisible();
  const last = Number(/\d+$/.exec((await heading.textContent()) ?? "")?.[0]);
  expect(last).toBeGreaterThan(2);
  const letGo = await holdPages(page);
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  letGo();
  await expect(heading).toHaveText(`Lead, turn ${last - 2}`);
});

test("requests are walked through faster than they are drawn", async ({ page, api }) => {
  const runIds = await Promise.all([1, 2, 3].map(() => startExampleRun(api, ASKING)));
  await page.goto("/inbox");
  const requests = page.getByRole("region", { name: "Inbox" }).locator('a[href*="wait="]');
  await expect.poll(() => requests.count()).toBeGreaterThanOrEqual(3);
  const letGo = await holdPages(page);
  await page.evaluate(() => {
    for (let time = 0; time < 3; time += 1)
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
  });
  await expect(requests.nth(2)).toHaveAttribute("aria-current", "true");
  letGo();
  for (const runId of runIds) await mutate(api, "runs.cancel", { runId });
});

test("a search that finds nothing is given up with one button, and Back does not bring it again", async ({
  page,
  api,
}) => {
  const task = `Summarise the table, found ${Date.now()}.`;
  await waitForRun(api, await startExampleRun(api, task));
  await page.goto("/runs");
  const field = page.getByRole("searchbox", { name: "Search tasks and answers" });
  await field.fill("words that no run has");
  await page.getByRole("button", { name: "Show all runs" }).click();
  await expect(field).toHaveValue("");
  await expect(page.getByRole("link", { name: task })).toBeVisible();
  await expect(page).toHaveURL(/\/runs$/);

  // What is typed and followed at once by a click is where the click leads.
  await field.fill("found");
  await page.getByRole("link", { name: task }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(task);
  await page.goBack();
  await expect(field).toHaveValue("found");
  await expect(page.getByRole("link", { name: task })).toBeVisible();
});
