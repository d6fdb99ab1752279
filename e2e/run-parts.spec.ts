import { expect, type Page } from "@playwright/test";
import { mutate, startExampleRun, waitForRun } from "./api.ts";
import { unringedFocus } from "./focus-ring.ts";
import { layoutFaults } from "./layout-faults.ts";
import { card } from "./org-page.ts";
import { recordFaults } from "./record-faults.ts";
import { refuse } from "./refuse.ts";
import { seriousFaults } from "./serious-faults.ts";
import { test } from "./story.ts";

/** Runs that begin at an agent, and what the list of runs tells without opening one. */

const OWN = "Which line carries most passengers?";

function taskField(page: Page) {
  return page.getByRole("textbox", { name: "Task" });
}

test("an agent is given a task of its own, and its run begins there", async ({ page }) => {
  await page.goto("/orgs/research-desk");
  const field = taskField(page);
  await expect(field).not.toHaveValue("");
  const whole = await field.inputValue();
  await card(page, "Analyst").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Run from here" }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await expect(field).toHaveAttribute("placeholder", "What should Analyst do?");
  await expect(page.getByRole("button", { name: "to Analyst" })).toBeVisible();
  // No task, no run; the org's own is not taken for it.
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Type a task first")).toBeVisible();
  await field.fill(OWN);
  await page.getByRole("button", { name: "X-ray" }).click();
  const xray = page.getByRole("dialog", { name: "X-ray" });
  await expect(xray).toContainText("The most Analyst, with those below, could do");
  await expect(xray.getByRole("row", { name: /^Lead 0 0/ })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await field.press("Control+Enter");
  await page.waitForURL(/\/runs\//);
  await expect(card(page, "Analyst")).toBeVisible();
  await expect(card(page, "Analyst")).not.toHaveAccessibleName(/^Analyst, Idle/, { timeout: 30_000 });
  await expect(card(page, "Lead")).toHaveAccessibleName(/^Lead, Idle/);
  await expect(card(page, "Lead")).toContainText("Not part of this run");
  const runId = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await page.goto(`/runs?search=${encodeURIComponent(OWN)}`);
  const row = page.getByRole("row").filter({ has: page.locator(`[data-run="${runId}"]`) });
  await expect(row).toContainText(/version \d+\. From Analyst/);
  await expect(row).toContainText("A person");

  await page.goto("/orgs/research-desk");
  await expect(taskField(page)).toHaveValue(whole);
});

test("who gets the task is chosen beside it and in the palette, by keys alone", async ({ page }) => {
  await page.goto("/orgs/research-desk");
  const field = taskField(page);
  await expect(field).not.toHaveValue("");
  const whole = await field.inputValue();
  await page.getByRole("button", { name: "to Lead" }).focus();
  await page.keyboard.press("Enter");
  const choice = page.getByRole("dialog", { name: "Who gets the task" });
  await expect(choice.getByRole("option", { name: /^Lead .*gets it now$/ })).toBeVisible();
  await expect(choice.getByRole("combobox")).toBeFocused();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.type("nobody");
  await expect(choice.getByText("No agent is called “nobody”.")).toBeVisible();
  await choice.getByRole("combobox").fill("ana");
  await expect(choice.getByRole("option", { name: /^Analyst/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(page.getByRole("button", { name: "to Analyst" })).toBeVisible();
  await page.getByRole("button", { name: "Back to the org's own task" }).focus();
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(whole);
  await expect(page.getByRole("button", { name: "to Lead" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Analyst");
  const runFrom = page.getByRole("option", { name: /^Run from Analyst/ });
  await expect(runFrom).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(runFrom).toHaveAttribute("aria-selected", "true", { timeout: 500 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("placeholder", "What should Analyst do?");

  // Ctrl-Enter on what was found does the same, and starts nothing yet.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Writer");
  await expect(page.getByRole("option", { name: /^Writer Reports to/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(page.getByRole("dialog")).toContainText("run from it");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("placeholder", "What should Writer do?");
  await expect(page.getByText("Type a task first")).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe("/orgs/research-desk");
});

test("the most that a run could do and cost stands beside its task before it is started", async ({
  page,
  api,
}) => {
  const slug = `worst-${Math.random().toString(36).slice(2, 10)}`;
  const agent = (id: string, maxTurns: number) => ({
    id,
    name: id === "lead" ? "Lead" : "Analyst",
    persona: "You work.",
    position: { x: 0, y: id === "lead" ? 0 : 168 },
    model: { provider: "rehearsal", model: "rehearsal" },
    limits: { maxTurns, maxDelegationsPerChild: 3 },
  });
  const document = {
    name: "Worst case",
    task: "Brief on heat.",
    agents: [agent("lead", 7), agent("analyst", 5)],
    lines: [{ id: "line", parentId: "lead", childId: "analyst" }],
  };
  await mutate(api, "orgs.create", { slug, document });
  await page.goto(`/orgs/${slug}`);
  const task = page.getByRole("region", { name: "Task" });
  await expect(task.getByText("At worst 22 calls, no cost")).toBeVisible();
  // The X-ray says the same and more.
  await page.getByRole("button", { name: "X-ray" }).click();
  const xray = page.getByRole("dialog", { name: "X-ray" });
  await expect(xray.getByText("22", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  // A run that begins at an agent is that agent's part.
  await card(page, "Analyst").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Run from here" }).click();
  await expect(task.getByText("At worst 5 calls, no cost")).toBeVisible();
  await page.getByRole("button", { name: "Back to the org's own task" }).click();
  await expect(task.getByText("At worst 22 calls, no cost")).toBeVisible();

  // It follows the drawing.
  await card(page, "Analyst").click();
  await page.getByRole("tab", { name: "Limits" }).click();
  await page.getByLabel("Turns in one session").fill("4");
  await expect(task.getByText("At worst 19 calls, no cost")).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
});

test("a run is looked at from the list with the space bar, and the next one with an arrow", async ({
  page,
  api,
}) => {
  const ids: string[] = [];
  for (const which of ["first", "second"])
    ids.push(await startExampleRun(api, `Sum up the passengers, quick look ${which}`));
  for (const id of ids) await waitForRun(api, id);
  const [first = "", second = ""] = ids;
  const faults = recordFaults(page);
  await page.goto("/runs?search=quick+look");
  const link = (id: string) => page.locator(`[data-run="${id}"]`);
  await link(second).focus();
  await page.keyboard.press("Space");
  const look = page.getByRole("dialog");
  await expect(look).toHaveAccessibleName(/quick look second/);
  await expect(look).toContainText("Done");
  await expect(look).toContainText(/\d/);
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect(look).toHaveAccessibleName(/quick look first/);
  await expect(look.getByRole("region", { name: "Quick look" })).toBeFocused();
  expect(await unringedFocus(page)).toBe("");
  await page.keyboard.press("Space");
  await expect(look).toBeHidden();
  await expect(link(first)).toBeFocused();

  // Where the answer cannot be read it says so, and tries again.
  await page.route(/runs\.get/, refuse);
  await page.reload();
  await link(first).focus();
  await page.keyboard.press("Space");
  await expect(look).toContainText("The answer could not be read");
  await page.unroute(/runs\.get/);
  await look.getByRole("button", { name: "Try again" }).click();
  await expect(look.getByText("The answer could not be read")).toBeHidden();
  await look.getByRole("region", { name: "Quick look" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/runs/${first}`);
  expect(faults).toEqual([]);
});

test("who decides about a request sees what its agent may do, by keys and on a phone", async ({
  page,
  api,
}) => {
  const runId = await startExampleRun(api, "How many passengers in total? Please ask me first.");
  await page.goto("/inbox");
  const context = page.getByRole("complementary", { name: "Context" });
  await expect(context).toBeVisible({ timeout: 45_000 });
  await page.route(/waits\.rights/, refuse);
  await context.getByRole("tab", { name: "Leading up to it" }).focus();
  await page.keyboard.press("ArrowRight");
  // The focus moves on a moment after the key.
  await expect(context.getByRole("tab", { name: "Rights" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(context).toContainText("The rights could not be read");
  await page.unroute(/waits\.rights/);
  await context.getByRole("button", { name: "Try again" }).press("Enter");
  const may = context.getByRole("region", { name: "May call" });
  await expect(may).toContainText("ask_user");
  await expect(may).toContainText("May destroy");
  await expect(context.getByRole("region", { name: "Passed on" })).toContainText("reports to nobody");
  await expect(context.getByRole("region", { name: "Allowed for good" })).toContainText("Nothing");
  expect(await seriousFaults(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page
    .getByRole("link", { name: /Lead, Research desk/ })
    .first()
    .click();
  await context.getByRole("tab", { name: "Rights" }).click();
  await expect(may).toContainText("ask_user");
  expect(await layoutFaults(page)).toEqual([]);
  expect(await seriousFaults(page)).toEqual([]);
  await mutate(api, "runs.cancel", { runId });
});
