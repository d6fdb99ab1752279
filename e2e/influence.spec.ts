import { expect, type Locator, type Page, test } from "@playwright/test";
import { mutate, query, startExampleRun } from "./api.ts";

/** What a watcher can do about a run that is under way: hold it, write to an agent, stop one, limit what it may use. */

const card = (page: Page, name: string): Locator =>
  page.getByRole("treeitem", { name: new RegExp(`^${name}, `) });

const status = (page: Page, word: string): Locator =>
  page.getByRole("banner").getByText(word, { exact: true }).filter({ visible: true });

test("a paused run holds every agent, takes a message and goes on with it", async ({ page, baseURL }) => {
  const api = { request: page.request, baseURL };
  const runId = await startExampleRun(api, "Add up the passengers of all lines.");
  await mutate(api, "runs.pause", { runId });
  await page.goto(`/runs/${runId}`);
  await expect(status(page, "Paused")).toBeVisible();
  await expect(card(page, "Lead")).toHaveAttribute("data-state", "paused");
  const message = page.getByRole("textbox", { name: "Message to Lead" });
  await message.fill("And say which line is the smallest.");
  await message.press("Enter");
  await expect(page.getByRole("list", { name: "Sent, not read yet" })).toContainText("the smallest");
  await page.reload();
  await expect(page.getByRole("list", { name: "Sent, not read yet" })).toContainText("the smallest");
  await page.getByRole("button", { name: "Resume" }).click();
  const transcript = page.getByRole("region", { name: "Transcript of Lead" });
  await expect(transcript.getByText("And say which line is the smallest.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Sent, not read yet" })).toHaveCount(0);
  await expect(status(page, "Done")).toBeVisible({ timeout: 75_000 });
});

test("one agent is stopped, and the agent above it goes on without it", async ({ page, baseURL }) => {
  const api = { request: page.request, baseURL };
  const runId = await startExampleRun(api, "Add up the passengers of all lines.");
  // However long a page takes to come, the run goes on only once it is there.
  await mutate(api, "runs.pause", { runId });
  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(card(page, "Analyst")).toHaveAttribute("data-state", /thinking|calling/);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(status(page, "Paused")).toBeVisible();
  await card(page, "Analyst").click();
  await page.getByRole("button", { name: /^Stop Analyst/ }).click();
  await expect(card(page, "Analyst")).toHaveAttribute("data-state", "stopped");
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(status(page, "Done")).toBeVisible({ timeout: 75_000 });
  const { answer } = await query(api, "runs.get", { runId });
  expect(answer).toContain("was stopped by a person");
});

test("a run stops at its budget and says so", async ({ page, baseURL }) => {
  const api = { request: page.request, baseURL };
  const org = await query(api, "orgs.get", { idOrSlug: "research-desk" });
  await page.goto(`/orgs/${org.id}`);
  await page.getByRole("button", { name: "No budget" }).click();
  await page.getByLabel("Tool calls").fill("2");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Budget 2 tool calls" })).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: /^Run/ }).click();
  await page.waitForURL(/\/runs\//);
  await expect(status(page, "Failed")).toBeVisible({ timeout: 75_000 });
  await expect(page.getByText("The run stopped at its budget of 2 tool calls.").first()).toBeVisible();
  await expect(page.getByRole("meter", { name: "Budget used" })).toHaveAttribute("aria-valuenow", "2");
});

test("a call is denied by keys with a reason that the agent reads, and another allowed by one key", async ({
  page,
  baseURL,
}) => {
  const api = { request: page.request, baseURL };
  const ask = async (task: string) => {
    await mutate(api, "tools.savePolicy", { policy: { approvals: { tools: ["set_todos"], ask: "always" } } });
    const runId = await startExampleRun(api, task);
    const isAsked = async () =>
      (await query(api, "waits.open", undefined)).find((wait: { runId: string }) => wait.runId === runId)?.id;
    await expect.poll(isAsked, { timeout: 45_000 }).toBeTruthy();
    // What waits stays as it was asked; the agents below are not asked as well.
    await mutate(api, "tools.savePolicy", { policy: {} });
    return { runId, waitId: await isAsked() };
  };
  const denied = await ask("Add up the passengers of all lines.");
  await page.goto(`/inbox?wait=${denied.waitId}`);
  const approval = page.getByRole("region", { name: "Approval" });
  await expect(approval).toBeFocused();
  const reason = approval.getByRole("textbox", { name: "Reason, if you deny" });
  await reason.focus();
  // Letters are letters here.
  await page.keyboard.type("A plan adds nothing and delays.");
  await expect(reason).toHaveValue("A plan adds nothing and delays.");
  await page.keyboard.press("Enter");
  await expect(approval).toBeHidden();
  await page.goto(`/runs/${denied.runId}`);
  await expect(status(page, "Done")).toBeVisible({ timeout: 75_000 });
  await page.getByRole("tab", { name: "Transcript" }).click();
  const transcript = page.getByRole("region", { name: "Transcript of Lead" });
  await transcript.evaluate((box) => box.scrollTo(0, 0));
  await transcript.locator('[data-call="set_todos"]').first().getByRole("button").first().press("Enter");
  await expect(transcript.getByText("A plan adds nothing and delays.")).toBeVisible();

  const allowed = await ask("Add up the passengers of all lines.");
  await page.goto(`/inbox?wait=${allowed.waitId}`);
  await expect(approval).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("a");
    await expect(approval).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await page.goto(`/runs/${allowed.runId}`);
  await expect(status(page, "Done")).toBeVisible({ timeout: 75_000 });
});
