import { expect } from "@playwright/test";
import { ASKING, mutate, query, startExampleRun, waitForRun } from "./api.ts";
import { test } from "./story.ts";

/** Where a person is asked and told: answered by key, noticed from outside, read. */

test("questions are walked and answered in the inbox by keys alone", async ({ page, api }) => {
  for (const wait of await query(api, "waits.open", undefined))
    await mutate(api, "runs.cancel", { runId: wait.runId });
  await page.goto("/inbox");
  await expect(page.getByText("Nothing waits for you")).toBeVisible();
  const runs = [await startExampleRun(api, ASKING), await startExampleRun(api, ASKING)];
  const list = page
    .getByRole("navigation", { name: "Inbox" })
    .or(page.getByRole("region", { name: "Inbox" }))
    .first();
  const open = (count: number) => page.getByRole("radio", { name: new RegExp(`^Open ?${count}$`) });
  await expect(open(2)).toBeVisible({ timeout: 45_000 });
  const first = page.url();
  await page.keyboard.press("j");
  await page.waitForURL((url) => url.href !== first && url.search.includes("wait="));
  await page.keyboard.press("k");
  await expect(list).toBeVisible();
  const form = page.locator("form").first();
  const choice = form.getByRole("radio").or(form.getByRole("checkbox")).first();
  await choice.or(form.getByRole("textbox").first()).first().waitFor();
  if (await choice.isVisible()) {
    await choice.focus();
    await page.keyboard.press("Space");
  } else {
    await form.getByRole("textbox").first().focus();
    await page.keyboard.type("As you think best");
  }
  await form.getByRole("button", { name: /^(Answer|Next)/ }).press("Enter");
  await expect(open(1)).toBeVisible({ timeout: 30_000 });
  // What was answered is looked up beside what still waits.
  await page.getByRole("radio", { name: "Answered" }).click();
  const answered = page.getByRole("region", { name: "Answered" }).getByRole("link");
  await expect(answered.first()).toContainText("Lead, Research desk");
  await expect(page.getByRole("article")).toContainText(/\S/);
  await page.reload();
  await expect(answered.first()).toBeVisible();
  for (const runId of runs) await mutate(api, "runs.cancel", { runId });
});

test("a notice of the system tells of a question only after it was asked for", async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    const notices: string[] = [];
    Object.assign(window, { notices });
    class Notice {
      static permission = "granted";
      static requestPermission = async () => "granted";
      onclick: (() => void) | null = null;
      constructor(title: string) {
        notices.push(title);
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Notice });
    document.hasFocus = () => false;
  });
  const noticesOf = () => page.evaluate(() => (window as unknown as { notices: string[] }).notices);
  await page.goto("/inbox");
  const ask = async () => {
    const runId = await startExampleRun(api, ASKING);
    const waitOf = async (): Promise<string | undefined> =>
      (await query(api, "waits.open", undefined)).find((wait: { runId: string }) => wait.runId === runId)?.id;
    await expect.poll(waitOf, { timeout: 45_000 }).toBeDefined();
    await expect(page.locator(`main a[href*="${await waitOf()}"]`)).toBeVisible();
    return runId;
  };
  const quiet = await ask();
  expect(await noticesOf()).toEqual([]);
  await page.getByRole("button", { name: "Notify me" }).click();
  await expect(page.getByRole("button", { name: "Notices on", pressed: true })).toBeVisible();
  const loud = await ask();
  await expect.poll(noticesOf).toEqual(["Lead waits for you"]);
  for (const runId of [quiet, loud]) await mutate(api, "runs.cancel", { runId });
});

test("what an agent tells stands in the inbox until it is read, and leads to its run", async ({
  page,
  api,
}) => {
  const runId = await startExampleRun(api, "Summarise the table and notify me when it is done.");
  await waitForRun(api, runId);
  await page.goto("/inbox");
  const told = page.getByRole("region", { name: "Told by agents" });
  const notice = told.getByRole("link", { name: /^Done: Summarise the table/ });
  await expect(notice).toBeVisible();
  await notice.click();
  await page.waitForURL(`**/runs/${runId}`);
  await page.getByRole("tab", { name: "Activity" }).click();
  await expect(page.getByText(/tells you: Done: Summarise the table/)).toBeVisible();
  await page.goBack();
  await told.getByRole("button", { name: /^Mark as read: Done: Summarise the table/ }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(notice).toBeHidden();
});
