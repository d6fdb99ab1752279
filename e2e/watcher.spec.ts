import { expect, type Locator, type Page, test } from "@playwright/test";
import { ASKING, startExampleRun, TOTAL_OF_FIGURES } from "./api.ts";
import { seriousFaults } from "./serious-faults.ts";

/** The watcher's story: give the example org a task, see it work, answer its question, come back, stop another run. */

interface Started {
  readonly page: Page;
  readonly baseURL: string | undefined;
  readonly task: string;
}

/** Starts a run of the example org through the API and opens its page. */
async function startRun({ page, baseURL, task }: Started): Promise<string> {
  const runId = await startExampleRun({ request: page.request, baseURL }, task);
  await page.goto(`/runs/${runId}`);
  await expect(card(page, "Lead")).toBeVisible();
  return runId;
}

function card(page: Page, name: string): Locator {
  return page.getByRole("treeitem", { name: new RegExp(`^${name}, `) });
}

function status(page: Page, word: string): Locator {
  return page.getByRole("banner").getByText(word, { exact: true }).filter({ visible: true });
}

async function waitUntilDone(page: Page): Promise<void> {
  await expect(status(page, "Done")).toBeVisible({ timeout: 75_000 });
}

/** What a page shows of a run, apart from running times. */
async function pictureOf(page: Page) {
  const cards = await page
    .getByRole("treeitem")
    .evaluateAll((all) => all.map((one) => one.querySelector(".sr-only")?.textContent).sort());
  const lines = await page
    .locator("[data-line-count]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-line-count")).sort());
  const calls = await page
    .locator("[data-call]")
    .evaluateAll((all) =>
      all.map((one) => `${one.getAttribute("data-call")} ${one.getAttribute("data-state-name")}`),
    );
  const events = await page.getByRole("tab", { name: /^Activity/ }).textContent();
  return { cards, lines, calls, events };
}

/** Everything a card's state is, from the next page on that is loaded. */
async function recordStates(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenStates: seen });
    const look = () => {
      for (const one of document.querySelectorAll("[data-agent]")) {
        const state = `${one.getAttribute("data-agent")} ${one.getAttribute("data-state")}`;
        if (!seen.includes(state)) seen.push(state);
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ["data-state"],
    });
  });
  return () => page.evaluate(() => (window as unknown as { seenStates: string[] }).seenStates);
}

/** Every question that the page asks the server from now on, each as often as it is asked. */
function recordQueries(page: Page): () => readonly string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/trpc/"))
      names.push(...pathname.slice("/api/trpc/".length).split(","));
  });
  return () => names;
}

test("the example org is run from its editor and seen at work until its answer stands", async ({ page }) => {
  const states = await recordStates(page);
  await page.goto("/orgs/research-desk");
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.waitForURL(/\/runs\//);
  await expect(card(page, "Lead")).toBeVisible();
  const asked = recordQueries(page);
  await waitUntilDone(page);
  expect(await states()).toEqual(
    expect.arrayContaining(["lead waiting-children", "analyst thinking", "analyst done", "lead done"]),
  );
  await expect(page.getByRole("region", { name: "Answer" })).toContainText(/\d/);
  await expect(page.locator('[data-line-count="1 down, 1 back"]').first()).toBeVisible();
  // What is shown is folded from the events that come by themselves: no event makes the page ask for the run again.
  expect(asked().filter((name) => name.startsWith("runs.") && name !== "runs.follow")).toEqual([]);
});

test("a question is answered on the page, across a reload, and the answer holds the figures of the file", async ({
  page,
  context,
  baseURL,
}) => {
  const runId = await startRun({
    page,
    baseURL,
    task: ASKING,
  });
  const other = await context.newPage();
  await other.goto(`/runs/${runId}`);

  await expect(card(page, "Lead")).toHaveAccessibleName(/^Lead, Waiting for you/, { timeout: 45_000 });
  const asked = await pictureOf(page);
  await page.reload();
  await expect(card(page, "Lead")).toHaveAccessibleName(/^Lead, Waiting for you/);
  await expect.poll(() => pictureOf(page)).toEqual(asked);
  await expect.poll(() => pictureOf(other)).toEqual(asked);

  await page.getByRole("main").getByRole("button", { name: "Review" }).first().click();
  const form = page.getByRole("region", { name: "Transcript of Lead" }).locator("form");
  const choice = form.getByRole("radio").or(form.getByRole("checkbox")).first();
  await choice.or(form.getByRole("textbox").first()).first().waitFor();
  if (await choice.isVisible()) await choice.check();
  else await form.getByRole("textbox").first().fill("As you think best");
  await form.getByRole("button", { name: /^(Answer|Next)/ }).click();
  await expect(form).toBeHidden();

  // What was answered stands there in words.
  const answered = page.getByRole("region", { name: "Transcript of Lead" }).locator('[data-call="ask_user"]');
  await expect(answered).toHaveAttribute("data-state-name", "done");
  await expect(answered).not.toContainText(/[{}]|"answers"/);

  // In the middle of what streams in: nothing is lost, nothing comes twice.
  await expect(card(page, "Lead")).not.toHaveAccessibleName(/^Lead, Waiting for you/);
  await page.reload();
  await waitUntilDone(page);
  await waitUntilDone(other);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText(
    new RegExp(`${TOTAL_OF_FIGURES}|${TOTAL_OF_FIGURES.replace(",", "")}`),
  );
  const { cards, lines, events } = await pictureOf(page);
  const there = await pictureOf(other);
  expect({ cards, lines, events }).toEqual({ cards: there.cards, lines: there.lines, events: there.events });
});

test("a run is stopped and says so everywhere", async ({ page, baseURL }) => {
  await startRun({ page, baseURL, task: "Summarise the table, in depth." });
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(status(page, "Stopped")).toBeVisible();
  await expect(card(page, "Lead")).toHaveAccessibleName(/^Lead, Stopped\b/);
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeHidden();
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("stopped before it had an answer");
});

test("cards, transcript, files, turns and earlier moments are reached by keyboard and mouse", async ({
  page,
  baseURL,
}) => {
  await startRun({ page, baseURL, task: "Summarise the table." });
  await waitUntilDone(page);
  expect(await seriousFaults(page)).toEqual([]);

  await card(page, "Lead").focus();
  await page.keyboard.press("ArrowDown");
  await expect(card(page, "Analyst")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Transcript of Analyst" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Analyst", exact: true }).first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card(page, "Analyst")).toBeFocused();

  await page.getByRole("tab", { name: /^Files/ }).click();
  await page.getByRole("button", { name: /^lines\.csv/ }).click();
  const preview = page.getByRole("dialog", { name: "lines.csv" });
  await expect(preview.getByRole("cell", { name: "1200" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await preview.getByRole("link", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("lines.csv");
  await page.keyboard.press("Escape");

  await page.getByRole("slider", { name: "Moment shown" }).focus();
  await page.keyboard.press("Home");
  await expect(page.getByText("Viewing 0:00 of", { exact: false })).toBeVisible();
  await expect(card(page, "Analyst")).toHaveAccessibleName("Analyst, Idle");
  await page.keyboard.press("l");
  await expect(card(page, "Analyst")).toHaveAccessibleName(/^Analyst, Done\b/);

  await card(page, "Analyst").click();
  await page.getByRole("link", { name: /^Inspect turn/ }).click();
  await page.waitForURL(/\/turns\//);
  await expect(
    page.getByRole("complementary", { name: "Tool array" }).getByText("ask_user", { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Persona" })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/runs\/[^/]+$/);
});

test("a run that does not exist says so", async ({ page }) => {
  await page.goto("/runs/nothing-here");
  await expect(page.getByRole("heading", { name: "This run is not here" })).toBeVisible();
});
