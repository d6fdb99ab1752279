import { expect } from "@playwright/test";
import { mutate, query, waitForRun } from "./api.ts";
import { card, middleOf, openOrg } from "./org-page.ts";
import { seriousFaults } from "./serious-faults.ts";
import { test } from "./story.ts";

/** A person on the chart: what their seat is given comes to the inbox, and what they say goes back into the run. */

const lead = [{ id: "lead", name: "Lead", x: 252, y: 0 }];

test("a person's seat is put under an agent by key or by drag, and a task for it is answered in the inbox", async ({
  page,
  api,
  baseURL,
}) => {
  const slug = await openOrg(page, baseURL, lead);
  const item = page.getByRole("button", { name: "Person's seat" });
  await card(page, "Lead").click();
  await item.focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "Person")).toBeVisible();
  await expect(card(page, "Person")).toContainText("A person: decides and answers");
  const stored = async () => (await query(api, "orgs.get", { idOrSlug: slug })).document;
  const seats = async () =>
    (await stored()).agents.filter(
      (agent: { model: { provider: string } }) => agent.model.provider === "person",
    );
  await expect.poll(async () => (await stored()).lines.length).toBe(1);
  expect(await seats()).toMatchObject([{ name: "Person", icon: "user-round" }]);
  // What comes below is an agent again, and is told to get nothing.
  await page.getByRole("tab", { name: "Model" }).click();
  await expect(page.getByRole("combobox", { name: "Provider" })).toContainText("A person");
  await expect(page.getByText("put to people in the inbox")).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  // Dropped on the lead it reports there as well.
  const from = await middleOf(item);
  const to = await middleOf(card(page, "Lead"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await seats()).length).toBe(2);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await seats()).length).toBe(1);

  const { id } = await query(api, "orgs.get", { idOrSlug: slug });
  const { runId } = await mutate(api, "runs.start", { orgId: id, task: "Decide on the venue." });
  await page.goto(`/runs/${runId}`);
  await expect(page.getByRole("treeitem", { name: /^Person, waiting for you/i })).toBeVisible({
    timeout: 45_000,
  });
  await page.goto("/inbox");
  await expect(page.getByRole("list", { name: "Asked through" }).getByRole("listitem")).toHaveText([
    "You",
    "Lead",
    "Person, waits for you",
  ]);
  const form = page.locator("form").first();
  await form.getByRole("textbox").first().fill("Take the old mill.");
  await form.getByRole("button", { name: /^Answer/ }).click();
  await waitForRun(api, runId);
  const end = await query(api, "runs.get", { runId });
  expect(end.answer).toContain("Take the old mill.");
});

test("a task of many pages for a person is read whole where it is answered, and afterwards", async ({
  page,
  api,
}) => {
  const model = { provider: "person", model: "person" };
  const reader = { id: "reader", name: "Reader", persona: "", position: { x: 0, y: 0 }, model };
  const document = { name: "Readers", task: "", agents: [reader], lines: [] };
  const slug = `readers-${Date.now()}`;
  await mutate(api, "orgs.create", { slug, document });
  const { id } = await query(api, "orgs.get", { idOrSlug: slug });
  const pages = Array.from({ length: 80 }, (_, index) => `${index + 1}. ${"Read this as well. ".repeat(20)}`);
  const task = `${pages.join("\n")}\nSay yes when you came to here.`;
  const { runId } = await mutate(api, "runs.start", { orgId: id, task });
  await page.goto(`/runs/${runId}`);
  const inTranscript = page.getByRole("region", { name: "The whole question" });
  await expect(inTranscript).toHaveText(task, { timeout: 45_000 });
  await page.goto("/inbox");
  await page
    .getByRole("link", { name: /^1\. Read this/ })
    .first()
    .click();
  const question = page.locator("form").getByRole("region", { name: "The whole question" });
  await expect(question).toHaveText(task);
  // Whoever came for this one is put where it is answered: the text is gone to from there.
  await expect(page.getByRole("textbox", { name: "Your answer" })).toBeFocused();
  await question.focus();
  await page.keyboard.press("End");
  const beyond = (box: Element) => box.scrollHeight - box.clientHeight - box.scrollTop;
  await expect.poll(() => question.evaluate(beyond)).toBeLessThan(2);
  expect((await question.boundingBox())?.height).toBeLessThan(400);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Your answer" }).fill("Yes.");
  await page.getByRole("button", { name: /^Answer/ }).click();
  await waitForRun(api, runId);
  expect((await query(api, "runs.get", { runId })).answer).toBe("Yes.");
  await page.goto("/inbox?show=answered");
  await page
    .getByRole("link", { name: /^1\. Read this/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "The whole question" })).toHaveText(task);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a person's seat is taken from the palette by touch", async ({ page, baseURL }) => {
    await openOrg(page, baseURL, lead);
    await page.getByRole("button", { name: "Add to the canvas" }).tap();
    await page.getByRole("button", { name: "Person's seat" }).tap();
    await expect(card(page, "Person")).toBeVisible();
    // The sheet with what it is stands over the lower part.
    const sheet = page.getByRole("dialog", { name: "Person" });
    await expect(sheet.getByLabel("Name", { exact: true })).toHaveValue("Person");
    const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0);
  });
});
