import { expect, type Page, test } from "@playwright/test";
import { card, drag, middleOf, openOrg, team } from "./org-page.ts";
import { pressUntilWithin } from "./press-until.ts";

/** What keys do in the editor, and on what. */

const announced = (page: Page) => page.locator("[data-announcer]");
const agents = (page: Page) => page.getByRole("tree", { name: "Agents" }).getByRole("treeitem");
const nameField = (page: Page) => page.locator("input:focus");
const lineOf = (page: Page, child: string) => page.getByRole("region", { name: `${child} reports to Lead` });

/** Presses on the line from the lead to the agent. */
async function pressLine(page: Page, child: string): Promise<void> {
  const [lead, agent] = [await middleOf(card(page, "Lead")), await middleOf(card(page, child))];
  await page.mouse.click(agent.x, (lead.y + agent.y) / 2 + 10);
  await expect(lineOf(page, child)).toBeVisible();
}

test("what is pressed, framed or selected whole is deleted and left by key, and no key is taken from a field", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  const { keyboard } = page;
  await pressLine(page, "Analyst");
  await expect(page.getByRole("main")).toBeFocused();
  const sessions = lineOf(page, "Analyst").getByLabel("Sessions at work at once");
  await sessions.fill("12");
  await keyboard.press("Backspace");
  await expect(sessions).toHaveValue("1");
  await expect(lineOf(page, "Analyst")).toBeVisible();

  await pressLine(page, "Analyst");
  await keyboard.press("Delete");
  await expect(announced(page)).toHaveText("1 line deleted");
  await expect(card(page, "Analyst")).toBeFocused();
  await keyboard.press("ControlOrMeta+z");
  await pressLine(page, "Reviewer");
  await keyboard.press("Escape");
  await expect(lineOf(page, "Reviewer")).toHaveCount(0);
  await pressLine(page, "Reviewer");
  await lineOf(page, "Reviewer").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(announced(page)).toHaveText("1 line deleted");
  await expect(card(page, "Reviewer")).toBeFocused();
  await keyboard.press("ControlOrMeta+z");

  const frameBoth = async () => {
    const [left, right] = [await middleOf(card(page, "Analyst")), await middleOf(card(page, "Reviewer"))];
    const top = left.y - left.height / 2 - 14;
    await keyboard.down("Shift");
    await drag(
      page,
      { x: left.x - left.width / 2 - 10, y: top },
      { x: right.x + right.width / 2 + 10, y: top + 140 },
    );
    await page.mouse.up();
    await keyboard.up("Shift");
    await expect(page.getByRole("heading", { name: "2 agents selected" })).toBeVisible();
  };
  await frameBoth();
  await keyboard.press("Escape");
  await expect(card(page, "Analyst")).toHaveAttribute("aria-selected", "false");
  await frameBoth();
  await keyboard.press("Backspace");
  await expect(agents(page)).toHaveCount(1);
  await keyboard.press("ControlOrMeta+z");
  await expect(agents(page)).toHaveCount(3);

  const canvas = await middleOf(page.getByRole("tree", { name: "Agents" }));
  await page.mouse.click(canvas.x - canvas.width / 2 + 30, canvas.y);
  await expect(page.getByRole("main")).toBeFocused();
  await keyboard.press("ControlOrMeta+a");
  await expect(announced(page)).toHaveText("3 cards selected");
  await keyboard.press("Delete");
  await expect(agents(page)).toHaveCount(0);
});

test("Enter and F2 on a note or a group are about that one, and no agent", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  const { keyboard } = page;
  await card(page, "Lead").click();
  await keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Add a note");
  await expect(page.getByRole("option", { name: /^Add a note/ }).first()).toBeVisible();
  await keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Note", exact: true });
  await text.fill("Remember the budget");
  await keyboard.press("Escape");
  const note = page.getByRole("treeitem", { name: "Note: Remember the budget" });
  for (const key of ["Enter", "F2"]) {
    await note.click();
    await keyboard.press(key);
    await expect(text).toBeFocused();
    await expect(text).toHaveValue("Remember the budget");
    await expect(note).toHaveAttribute("aria-selected", "true");
    await expect(card(page, "Lead")).toHaveAttribute("aria-selected", "false");
    await keyboard.press("Escape");
    await expect(note).toBeFocused();
  }

  await card(page, "Analyst").click();
  await keyboard.press("ControlOrMeta+g");
  const group = page.getByRole("treeitem", { name: /^Group Group 1/ });
  await expect(group).toBeFocused();
  await keyboard.press("F2");
  await expect(nameField(page)).toHaveValue("Group 1");
  await keyboard.type("Numbers");
  await keyboard.press("Enter");
  await expect(announced(page)).toHaveText("Named Numbers");
  const named = page.getByRole("treeitem", { name: /^Group Numbers/ });
  await expect(named).toBeFocused();
  await card(page, "Lead").click();
  await page.locator(".group-name").getByText("Numbers").click();
  await keyboard.press("F2");
  await expect(nameField(page)).toHaveValue("Numbers");
  await keyboard.press("Escape");
  await expect(named).toBeFocused();
  // Arrows lead on from there to the agents.
  await keyboard.press("ArrowDown");
  await expect(page.getByRole("tree", { name: "Agents" }).locator(".agent-card:focus")).toBeVisible();
});

test("keys add, tidy, zoom, redo and move agents among their neighbours and out a level", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, [
    ...team,
    { id: "counter", name: "Counter", x: 0, y: 336, parent: "analyst" },
  ]);
  const { keyboard } = page;
  await card(page, "Reviewer").click();
  await keyboard.press("a");
  await expect(agents(page)).toHaveCount(5);
  await expect(announced(page)).toHaveText("Agent added, reports to Reviewer");
  await keyboard.press("ControlOrMeta+z");
  await expect(agents(page)).toHaveCount(4);
  await keyboard.press("ControlOrMeta+Shift+Z");
  await expect(agents(page)).toHaveCount(5);
  await expect(announced(page)).toHaveText("Done again: Add Agent");
  await keyboard.press("ControlOrMeta+z");

  await card(page, "Analyst").click();
  await expect(card(page, "Analyst")).toHaveAttribute("aria-posinset", "1");
  await keyboard.press("Alt+ArrowDown");
  await expect(card(page, "Analyst")).toHaveAttribute("aria-posinset", "2");
  await expect(card(page, "Analyst")).toBeFocused();
  await expect(announced(page)).toHaveText("Analyst moved behind its neighbour");
  // What is said twice is told twice.
  await keyboard.press("Alt+ArrowDown");
  await expect(announced(page)).toHaveText("Analyst is at the end already");
  const told = await announced(page).locator("span").elementHandle();
  await keyboard.press("Alt+ArrowDown");
  await expect.poll(() => told?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(announced(page)).toHaveText("Analyst is at the end already");
  await card(page, "Counter").click();
  await keyboard.press("Alt+ArrowLeft");
  await expect(announced(page)).toHaveText("Counter reports to Lead");
  await expect(card(page, "Counter")).toHaveAttribute("aria-level", "2");
  await expect(card(page, "Counter")).toBeFocused();

  const percent = async () =>
    Number.parseInt((await page.getByRole("button", { name: /^Zoom \d+%/ }).textContent()) ?? "", 10);
  for (const [keys, isCloser] of [
    ["ControlOrMeta+-", false],
    ["ControlOrMeta+=", true],
    // As + is typed on a keyboard of the United States.
    ["ControlOrMeta+Shift+Equal", true],
  ] as const) {
    const before = await percent();
    await keyboard.press(keys);
    await expect.poll(async () => ((await percent()) - before) * (isCloser ? 1 : -1)).toBeGreaterThan(5);
  }

  await keyboard.press("Shift+R");
  await expect(announced(page)).toHaveText("Laid out left to right");
  await expect(page.getByRole("button", { name: "Tidy, left to right" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect
    .poll(async () => (await middleOf(card(page, "Counter"))).x - (await middleOf(card(page, "Lead"))).x)
    .toBeGreaterThan(100);
});

test.describe("in a narrow window", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a sheet beside the canvas takes neither the focus nor the keys, and F6 leads into it", async ({
    page,
    baseURL,
  }) => {
    await openOrg(page, baseURL, team);
    const { keyboard } = page;
    const sheet = page.getByRole("dialog");
    await card(page, "Lead").focus();
    await keyboard.press("ArrowDown");
    await expect(page.getByRole("dialog", { name: "Analyst" })).toBeVisible();
    await expect(page.getByRole("tab", { name: "Identity" })).toBeVisible();
    await expect(card(page, "Analyst")).toBeFocused();
    await keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "Reviewer" })).toBeVisible();
    await expect(card(page, "Reviewer")).toBeFocused();

    await keyboard.press("Tab");
    await expect(nameField(page)).toHaveAccessibleName("Name");
    await keyboard.type("Proof reader");
    await keyboard.press("Enter");
    await expect(card(page, "Proof reader")).toBeFocused();
    await keyboard.press("a");
    await expect(agents(page)).toHaveCount(5);
    for (let steps = 0; steps < 3; steps += 1) await keyboard.press("ControlOrMeta+z");
    await expect(agents(page)).toHaveCount(3);
    await expect(card(page, "Reviewer")).toBeFocused();

    await keyboard.press("Enter");
    await expect(sheet.getByRole("tab", { name: "Identity" })).toBeFocused();
    await keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await expect(card(page, "Reviewer")).toBeFocused();
    await keyboard.press("ArrowLeft");
    await expect(page.getByRole("dialog", { name: "Analyst" })).toBeVisible();
    await pressUntilWithin(page, "F6", sheet);
    await pressUntilWithin(page, "Shift+F6", page.getByRole("tree", { name: "Agents" }));
    await expect(card(page, "Analyst")).toBeFocused();
    await keyboard.press("Delete");
    await expect(card(page, "Analyst")).toHaveCount(0);
  });
});
