import { expect, type Page } from "@playwright/test";
import { type Api, mutate, query, startExampleRun, waitForRun } from "./api.ts";
import { unringedFocus } from "./focus-ring.ts";
import { layoutFaults } from "./layout-faults.ts";
import { seriousFaults } from "./serious-faults.ts";
import { test } from "./story.ts";

/** What a person allows, how far, and where it is found again. */

/** A run whose lead has to ask before it plans; nothing else is asked about afterwards. */
async function askToPlan(
  api: Api,
  task = "Add up the passengers of all lines.",
): Promise<{ readonly runId: string; readonly waitId: string }> {
  await mutate(api, "tools.savePolicy", { policy: { approvals: { tools: ["set_todos"], ask: "always" } } });
  const runId = await startExampleRun(api, task);
  const open = async (): Promise<string | undefined> =>
    (await query(api, "waits.open", undefined)).find((wait: { runId: string }) => wait.runId === runId)?.id;
  await expect.poll(open, { timeout: 45_000 }).toBeTruthy();
  await mutate(api, "tools.savePolicy", { policy: {} });
  return { runId, waitId: (await open()) ?? "" };
}

const approvalOf = (page: Page) => page.getByRole("region", { name: "Approval" });

/** What the audit says of the approval of a run. */
async function decisionOf(api: Api, runId: string): Promise<string | undefined> {
  const { entries } = await query(api, "tools.audit", { runId, kind: "approval" });
  return entries[0]?.decision;
}

test("always goes as far as the menu beside it says, chosen by key, and the request shows through whom it comes", async ({
  page,
  api,
}) => {
  const { runId, waitId } = await askToPlan(api);
  await page.goto(`/inbox?wait=${waitId}`);
  const approval = approvalOf(page);
  await expect(approval).toBeFocused();
  expect(await unringedFocus(page)).toBe("");
  await expect(page.getByRole("list", { name: "Asked through" }).getByRole("listitem")).toHaveText([
    "You",
    "Lead, waits for you",
  ]);
  await expect(approval.getByRole("button", { name: "Always for Lead" })).toBeVisible();
  const menu = approval.getByRole("button", { name: "How far always goes" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const choices = page.getByRole("menuitemcheckbox");
  await expect(choices).toHaveText([
    "Lead, until this run ends",
    "Lead, in every run of this org",
    "Every agent of this org",
  ]);
  await expect(choices.nth(1)).toHaveAttribute("aria-checked", "true");
  expect(await seriousFaults(page)).toEqual([]);
  await choices.first().focus();
  await page.keyboard.press("Enter");
  // Choosing allows nothing.
  await expect(menu).toBeFocused();
  await expect(approval).toContainText("until this run ends");
  const always = approval.getByRole("button", { name: "Always in this run" });
  await always.focus();
  await page.keyboard.press("Shift+A");
  await expect(approval).toBeHidden();
  await waitForRun(api, runId);
  expect(await decisionOf(api, runId)).toBe("allowed for this run");
  // It ended with its run: there is nothing to take back.
  expect(
    (await query(api, "tools.grants", undefined)).filter((one: { runId: string }) => one.runId === runId),
  ).toEqual([]);
});

test("a long request is decided on whole, and by nobody before it is there", async ({ page, api }) => {
  const { runId, waitId } = await askToPlan(
    api,
    `Add up the passengers.${" Of each line.".repeat(1_000)} And say so.`,
  );
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route("**/api/trpc/**waits.get**", async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  await page.goto(`/inbox?wait=${waitId}`);
  await asked.promise;
  await expect(page.getByRole("status").filter({ hasText: "Reading the request" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Allow|Always|Deny)/ })).toHaveCount(0);
  expect(await seriousFaults(page)).toEqual([]);
  released.resolve();
  await expect(approvalOf(page)).toBeFocused();
  await expect(page.getByLabel("The run's task")).toContainText("Of each line. And say so.");
  await page.keyboard.press("d");
  await expect(page.locator(`a[href*="${waitId}"]`)).toContainText("Denied");
  await mutate(api, "runs.cancel", { runId });
});

test("what was answered today stands below what waits in the same list, and is walked with the same keys", async ({
  page,
  api,
}) => {
  const answered = await askToPlan(api);
  const waiting = await askToPlan(api);
  await mutate(api, "waits.answer", {
    waitId: answered.waitId,
    answer: { answers: [{ selected: ["Deny"], text: "Not today.", isSkipped: false }] },
  });
  await page.goto(`/inbox?wait=${waiting.waitId}`);
  const today = page.getByRole("region", { name: "Answered today" });
  const row = today.locator(`a[href*="${answered.waitId}"]`);
  await expect(row).toContainText("Denied");
  // Behind the last that waits comes the newest answer.
  // A key may come before the page listens; it loads anew then, so that none comes late.
  await expect(async () => {
    await page.goto(`/inbox?wait=${waiting.waitId}`);
    await expect(approvalOf(page)).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("j");
    await expect(row).toHaveAttribute("aria-current", "true", { timeout: 10_000 });
  }).toPass();
  await expect(page.getByRole("article")).toContainText("Not today.");
  await expect(approvalOf(page)).toBeHidden();
  await page.keyboard.press("k");
  await expect(approvalOf(page)).toBeVisible();
  await mutate(api, "runs.cancel", { runId: waiting.runId });
  await expect(page.getByText("Nothing waits for you")).toBeVisible();
  await row.click();
  await expect(page.getByRole("article")).toContainText("Not today.");
  expect(await seriousFaults(page)).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("an approval is allowed for every agent by touch, and is found among the answers of today", async ({
    page,
    api,
  }) => {
    const { runId, waitId } = await askToPlan(api);
    await page.goto(`/inbox?wait=${waitId}`);
    const approval = approvalOf(page);
    await approval.getByRole("button", { name: "How far always goes" }).tap();
    await page.getByRole("menuitemcheckbox", { name: "Every agent of this org" }).tap();
    await expect(approval.getByRole("button", { name: "Always for every agent" })).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);
    await approval.getByRole("button", { name: "Always for every agent" }).tap();
    await waitForRun(api, runId);
    expect(await decisionOf(api, runId)).toBe("always allowed for every agent");
    await page.goto("/inbox");
    await page.locator(`a[href*="${waitId}"]`).tap();
    await expect(page.getByRole("article")).toContainText("Allowed for every agent");
    expect(await layoutFaults(page)).toEqual([]);
    for (const { id } of await query(api, "tools.grants", undefined))
      await mutate(api, "tools.removeGrant", { id });
  });
});
