import { expect, type Locator, type Page } from "@playwright/test";
import { Client } from "pg";
import { ASKING, mutate, query, startExampleRun } from "./api.ts";
import { ASKED, askingRun } from "./drawn/asking-run.ts";
import { simpleRun } from "./drawn/simple-run.ts";
import { type DrawnRun, writeRun } from "./drawn/write-run.ts";
import { databaseOfRuns } from "./own-server.ts";
import { test } from "./story.ts";

/** What a person has begun for a run stays while they look elsewhere, and what they ask for comes into view. */

async function write(runs: readonly DrawnRun[]): Promise<readonly string[]> {
  const database = new Client({ connectionString: `${databaseOfRuns()}/openhive` });
  await database.connect();
  const ids: string[] = [];
  for (const run of runs) ids.push((await writeRun(database, run)).runId);
  await database.end();
  return ids;
}

/** Writes a long run that waits for an answer, and opens its page. */
async function openAskingRun(page: Page): Promise<string> {
  const task = "Heat pumps in old stone houses";
  const script = askingRun(task);
  const [runId = ""] = await write([
    { script, orgSlug: "research-desk", task, begin: new Date(), status: "running" },
  ]);
  await page.goto(`/runs/${runId}`);
  return runId;
}

const transcriptIn = (page: Page): Locator => page.getByRole("region", { name: "Transcript of Lead" });
const answerIn = (page: Page): Locator => page.getByRole("textbox", { name: "Your answer" });
const tab = (page: Page, name: RegExp): Locator => page.getByRole("tab", { name });

async function scrollToStart(page: Page): Promise<void> {
  await transcriptIn(page).evaluate((box) => box.scrollTo(0, 0));
  await expect(page.getByText("Source 1 says less than its title.")).toBeInViewport();
}

test("an answer that was begun is there again after another tab, card, moment and request, until it is sent", async ({
  page,
  api,
}) => {
  const [runId = "", other = ""] = [await startExampleRun(api, ASKING), await startExampleRun(api, ASKING)];
  const waitOf = async (run: string): Promise<string | undefined> =>
    (await query(api, "waits.open", undefined)).find((wait: { runId: string }) => wait.runId === run)?.id;
  for (const run of [runId, other]) await expect.poll(() => waitOf(run), { timeout: 45_000 }).toBeDefined();
  const [waitId, otherWait] = [await waitOf(runId), await waitOf(other)];
  await page.goto(`/runs/${runId}`);
  await answerIn(page).fill("Only the North line");
  for (const name of [/^Activity/, /^Files/]) {
    await tab(page, name).click();
    await expect(answerIn(page)).toHaveCount(0);
    await tab(page, /^Transcript/).click();
    await expect(answerIn(page)).toHaveValue("Only the North line");
  }
  await page.getByRole("treeitem", { name: /^Analyst, / }).click();
  await expect(answerIn(page)).toHaveCount(0);
  await page.getByRole("treeitem", { name: /^Lead, / }).click();
  await expect(answerIn(page)).toHaveValue("Only the North line");
  await page.getByRole("slider", { name: "Moment shown" }).press("Home");
  await expect(answerIn(page)).toHaveCount(0);
  await page.getByRole("slider", { name: "Moment shown" }).press("End");
  await expect(answerIn(page)).toHaveValue("Only the North line");

  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Inbox/ })
    .click();
  const request = (id: string | undefined) =>
    page.getByRole("region", { name: "Inbox" }).locator(`a[href*="wait=${id}"]`);
  await request(waitId).click();
  await expect(answerIn(page)).toHaveValue("Only the North line");
  await request(otherWait).click();
  await expect(answerIn(page)).toHaveValue("");
  await answerIn(page).fill("All of them");
  await request(waitId).click();
  await expect(answerIn(page)).toHaveValue("Only the North line");
  await answerIn(page).press("ControlOrMeta+Enter");
  await expect(request(waitId)).toHaveCount(0);
  await request(otherWait).click();
  await expect(answerIn(page)).toHaveValue("All of them");
  for (const run of [runId, other]) await mutate(api, "runs.cancel", { runId: run });
});

test("in a long transcript a half answer and a card that was opened outlive scrolling, and Review comes to the question", async ({
  page,
  api,
}) => {
  const runId = await openAskingRun(page);
  await answerIn(page).fill("Prices of");
  await scrollToStart(page);
  await expect(answerIn(page)).toHaveCount(0);
  const search = transcriptIn(page).locator('[data-call="web_search"]').first().getByRole("button").first();
  await search.click();
  await expect(search).toHaveAttribute("aria-expanded", "true");

  // On the card of who asks, and over the canvas.
  const review = page.getByRole("button", { name: "Review", exact: true });
  await review.first().click();
  await expect(answerIn(page)).toBeFocused();
  await expect(answerIn(page)).toBeInViewport();
  await expect(answerIn(page)).toHaveValue("Prices of");
  await scrollToStart(page);
  await expect(search).toHaveAttribute("aria-expanded", "true");

  // From another tab and another agent, to a card that was closed.
  await review.last().press("Enter");
  await expect(answerIn(page)).toBeFocused();
  await page.keyboard.type(" 2025");
  await transcriptIn(page).locator('[data-call="ask_user"]').getByRole("button").first().click();
  await expect(answerIn(page)).toHaveCount(0);
  await scrollToStart(page);
  await page.getByRole("treeitem", { name: /^Analyst, / }).click();
  await tab(page, /^Files/).click();
  await review.last().press("Enter");
  await expect(answerIn(page)).toBeFocused();
  await expect(answerIn(page)).toHaveValue("Prices of 2025");
  await expect(transcriptIn(page).getByText(ASKED)).toBeInViewport();
  // Whoever goes away from it is not called back.
  await scrollToStart(page);
  await expect(answerIn(page)).toHaveCount(0);
  await mutate(api, "runs.cancel", { runId });
});

test("a message that is typed while another one is being sent stays, also in another tab, and is sent after it", async ({
  page,
  api,
}) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await mutate(api, "runs.pause", { runId });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/trpc/runs.steer*", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`/runs/${runId}`);
  const message = page.getByRole("textbox", { name: "Message to Lead" });
  const sent = page.getByRole("list", { name: "Sent, not read yet" });
  await message.fill("Use the median.");
  await message.press("Enter");
  await expect(page.getByRole("button", { name: "Sending" })).toBeDisabled();
  await message.fill("State the year.");
  await message.press("Enter");
  resolve();
  await expect(sent.getByRole("listitem")).toHaveCount(1);
  await expect(sent).toContainText("Use the median.");
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await expect(message).toHaveValue("State the year.");
  await tab(page, /^Activity/).click();
  await expect(message).toHaveCount(0);
  await tab(page, /^Transcript/).click();
  await expect(message).toHaveValue("State the year.");
  await message.press("Enter");
  await expect(sent).toContainText("State the year.");
  await expect(message).toHaveValue("");
  await mutate(api, "runs.cancel", { runId });
});

test("the pages of the run list are turned back, and an address that was kept leads to the first one", async ({
  page,
}) => {
  const task = `A page of runs ${Date.now()}`;
  const script = simpleRun({ task, pace: 1, tool: "web_fetch", ends: "completed", answer: "They work." });
  const begin = new Date(Date.now() - 3_600_000);
  await write(
    Array.from({ length: 51 }, () => ({
      script,
      orgSlug: "research-desk",
      task,
      begin,
      status: "completed",
    })),
  );
  await page.goto(`/runs?search=${encodeURIComponent(task)}`);
  const rows = page.locator("[data-run]");
  await expect(rows).toHaveCount(50);
  await page.getByRole("button", { name: "Older" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Newer" }).click();
  await expect(rows).toHaveCount(50);
  await page.goBack();
  await expect(rows).toHaveCount(1);

  const kept = page.url();
  await page.goto("about:blank");
  await page.goto(kept);
  await page.getByRole("button", { name: "Newest" }).click();
  await expect(rows).toHaveCount(50);
  await expect(page).not.toHaveURL(/before=/);
});
