import { expect } from "@playwright/test";
import { ASKING, mutate, query, startExampleRun, waitForRun } from "./api.ts";
import { test } from "./story.ts";

/** Where a person is asked and told: answered by key, noticed from outside, read. */

/** Two questions that are answered in own words and one with options, in some order. */
const QUESTIONS = [ASKING, ASKING, `${ASKING.slice(0, -1)} whether to use the mean or the median.`];

test("questions are walked and answered in the inbox by keys alone", async ({ page, api }) => {
  for (const wait of await query(api, "waits.open", undefined))
    await mutate(api, "runs.cancel", { runId: wait.runId });
  await page.goto("/inbox");
  await expect(page.getByText("Nothing waits for you")).toBeVisible();
  const runs: string[] = [];
  for (const task of QUESTIONS) runs.push(await startExampleRun(api, task));
  const open = (count: number) => page.getByRole("radio", { name: new RegExp(`^Open ?${count}$`) });
  await expect(open(3)).toBeVisible({ timeout: 45_000 });
  // On every page the rail counts with it.
  const rail = page.getByRole("navigation", { name: "Main" });
  const counted = async (count: number) => {
    const link = rail.getByRole("link", { name: `Inbox, ${count} waiting for you`, exact: true });
    await expect(link).toBeVisible();
    await expect(link).toHaveText(String(count));
  };
  await counted(3);
  const list = page.getByRole("region", { name: "Inbox" }).locator('a[href*="wait="]');
  await expect(list).toHaveCount(3);
  const isChosen = (index: number) => expect(list.nth(index)).toHaveAttribute("aria-current", "true");
  const form = page.locator("form");
  const text = form.getByRole("textbox", { name: "Your answer" });
  const choice = form.getByRole("radio").first();
  const isText = async () => {
    await expect(text.or(choice).first()).toBeAttached();
    return text.isVisible();
  };
  /** Where keys go on acting: a choice, or the form of a text. Looked at anew each time: the former request's may still stand. */
  const hasFocus = () =>
    expect(async () => {
      await expect((await isText()) ? form : choice).toBeFocused({ timeout: 1_000 });
    }).toPass();
  await isChosen(0);
  // To the end of the list and back to its start, over texts that would take a J or K as their own.
  // The first key takes the request that is drawn: nobody chose it.
  for (const [key, index] of [
    ["j", 0],
    ["j", 1],
    ["j", 2],
    ["k", 1],
    ["k", 0],
  ] as const) {
    await page.keyboard.press(key);
    await isChosen(index);
    await expect(form).toBeVisible();
    await hasFocus();
  }
  // Whoever points at a request may write at once, also what begins like a key of the form.
  for (const index of [2, 1, 0]) {
    await list.nth(index).click();
    await isChosen(index);
    await expect(form).toBeVisible();
    if (!(await isText())) continue;
    await expect(text).toBeFocused();
    await page.keyboard.type("skip nothing");
    await expect(text).toHaveValue("skip nothing");
  }
  // A key may come before the page listens; it loads anew then, so that none comes late.
  await expect(async () => {
    await page.goto("/inbox");
    await isChosen(0);
    await page.keyboard.press("j");
    await expect(form.or(choice).first()).toBeVisible({ timeout: 3_000 });
    await page.keyboard.press("j");
    await expect(list.nth(1)).toHaveAttribute("aria-current", "true", { timeout: 3_000 });
  }).toPass();
  await hasFocus();
  const answerIt = async () => {
    if (await isText()) {
      await page.keyboard.press("Enter");
      await expect(text).toBeFocused();
      await page.keyboard.type("just keep the kilometres");
      await expect(text).toHaveValue("just keep the kilometres");
      await page.keyboard.press("ControlOrMeta+Enter");
    } else {
      await page.keyboard.press("2");
      await page.keyboard.press("Enter");
    }
  };
  await answerIt();
  await expect(open(2)).toBeVisible({ timeout: 30_000 });
  await counted(2);
  // The one that comes into view takes no key of the last one; a step takes it, and keys go on.
  await page.keyboard.press("j");
  await hasFocus();
  await answerIt();
  await expect(open(1)).toBeVisible({ timeout: 30_000 });
  await counted(1);
  // Also where it is the only one.
  await page.keyboard.press("j");
  await hasFocus();
  // What was answered is looked up beside what still waits.
  await page.getByRole("radio", { name: "Answered" }).click();
  const answered = page.getByRole("region", { name: "Answered" }).getByRole("link");
  await expect(answered.first()).toContainText("Lead, Research desk");
  await expect(page.getByRole("article")).toContainText(/\S/);
  await page.reload();
  await expect(answered.first()).toBeVisible();
  for (const runId of runs) await mutate(api, "runs.cancel", { runId });
  await expect(rail.getByRole("link", { name: "Inbox", exact: true })).toHaveText("");
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

test("a browser that has notices and shows none says so, and a question that comes takes no page down", async ({
  page,
  api,
}) => {
  await page.addInitScript(() => {
    // As browsers of phones are: the constructor is there, and throws.
    class Notice {
      static permission = localStorage.getItem("permission") ?? "default";
      static requestPermission = async () => {
        throw new Error("Nobody is asked for what cannot be.");
      };
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    }
    Object.assign(window, { Notification: Notice });
    document.hasFocus = () => false;
  });
  await page.goto("/inbox");
  const none = page.getByRole("button", { name: "No notices in this browser" });
  await page.getByRole("button", { name: "Notify me" }).click();
  await expect(none).toBeVisible();
  await expect(page.getByText("This browser cannot show notices.")).toBeVisible();

  // Leave may have been given before.
  await page.evaluate(() => {
    localStorage.setItem("permission", "granted");
    localStorage.setItem("openhive.notices", "on");
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Notices on" })).toBeVisible();
  const runId = await startExampleRun(api, ASKING);
  await expect(none).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await mutate(api, "runs.cancel", { runId });
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
