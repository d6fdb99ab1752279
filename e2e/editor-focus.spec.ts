import { expect, type Page, test } from "@playwright/test";
import { card, middleOf, openOrg, team } from "./org-page.ts";
import { pressUntilFocused } from "./press-until.ts";

/** Where the keyboard focus is in the editor: with whoever types, or close to what has gone, and never lost to the page. */

const announced = (page: Page) => page.locator("[data-announcer]");
const persona = (page: Page) => page.getByRole("textbox", { name: "Persona" });
const agents = (page: Page) => page.getByRole("tree", { name: "Agents" }).getByRole("treeitem");

test("a name that is typed ends by a press elsewhere, and what is typed there is no shortcut", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  await card(page, "Lead").click();
  await page.keyboard.press("Tab");
  await expect(page.locator("input:focus")).toHaveAccessibleName("Name");
  await page.keyboard.type("Reader");
  await persona(page).click();
  await expect(card(page, "Reader")).toBeVisible();
  await page.keyboard.type("a careful reader");
  await expect(persona(page)).toBeFocused();
  await expect(persona(page)).toContainText("a careful reader");
  await expect(agents(page)).toHaveCount(4);
  // By key it comes back to the card, whether the name is taken or not.
  for (const key of ["Enter", "Escape"]) {
    await card(page, "Reader").focus();
    await page.keyboard.press("F2");
    await expect(page.locator("input:focus")).toHaveAccessibleName("Name");
    await page.keyboard.press(key);
    await expect(card(page, "Reader")).toBeFocused();
  }
});

test("a card that comes back into view takes the focus from nobody who types", async ({ page, baseURL }) => {
  const below = Array.from({ length: 259 }, (_, index) => ({
    id: `a${index}`,
    name: `Agent ${index}`,
    x: (index - 130) * 260,
    y: 300,
    parent: "lead",
  }));
  await openOrg(page, baseURL, [{ id: "lead", name: "Lead", x: 0, y: 0 }, ...below]);
  await page.goto(`${page.url()}?agent=lead`);
  await expect(card(page, "Lead")).toBeFocused();
  await persona(page).click();
  // Looked at from near beside it, the card is out of view; from far it is there again.
  const canvas = await middleOf(page.getByRole("tree", { name: "Agents" }));
  await page.mouse.move(canvas.x - canvas.width / 2 + 20, canvas.y);
  const zoomUntil = async (deltaY: number, count: number) => {
    await expect(async () => {
      await page.mouse.wheel(0, deltaY);
      await expect(card(page, "Lead")).toHaveCount(count, { timeout: 200 });
    }).toPass();
  };
  await zoomUntil(-300, 0);
  await zoomUntil(300, 1);
  await expect(persona(page)).toBeFocused();
  await page.keyboard.type("Still here");
  await expect(persona(page)).toContainText("Still here");
});

test("what is cut, or taken away by an undo, leaves the focus with the closest agent, in the outline as well", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  const { keyboard } = page;
  await card(page, "Analyst").click();
  await expect(card(page, "Analyst")).toBeFocused();
  await keyboard.press("ControlOrMeta+x");
  await expect(card(page, "Analyst")).toHaveCount(0);
  await expect(card(page, "Lead")).toBeFocused();
  await expect(announced(page)).toHaveText("Analyst deleted, with 1 line");
  await page
    .getByRole("region", { name: /^Messages/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(card(page, "Analyst")).toBeVisible();

  const outline = page.getByRole("treegrid", { name: "Outline of the org" });
  const row = (name: string) => outline.getByRole("row", { name: new RegExp(`^${name}(,|$)`) });
  const addBelow = async (name: string) => {
    await keyboard.press("Tab");
    await expect(page.locator("input:focus")).toHaveAccessibleName("Name");
    await keyboard.type(name);
    await keyboard.press("Enter");
  };
  await card(page, "Reviewer").click();
  await addBelow("Proof reader");
  await expect(card(page, "Proof reader")).toBeFocused();
  for (let steps = 0; steps < 2; steps += 1) await keyboard.press("ControlOrMeta+z");
  await expect(card(page, "Proof reader")).toHaveCount(0);
  await expect(card(page, "Reviewer")).toBeFocused();

  await keyboard.press("o");
  await row("Reviewer").click();
  await addBelow("Proof reader");
  await expect(row("Proof reader")).toBeFocused();
  for (let steps = 0; steps < 2; steps += 1) await keyboard.press("ControlOrMeta+z");
  await expect(row("Reviewer")).toBeFocused();
  await keyboard.press("o");

  // Where nobody is left, the canvas has it.
  await card(page, "Lead").focus();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.press("ControlOrMeta+x");
  await expect(agents(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("Esc in the inspector comes back to the card, once what it is meant for there has had it", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  const { keyboard } = page;
  await card(page, "Analyst").click();
  await keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Identity" })).toBeFocused();
  await persona(page).focus();
  await keyboard.type("Counts twice. ");
  // While the field looks for words that could follow, the first is for that.
  await pressUntilFocused(page, "Escape", card(page, "Analyst"));
  await expect(card(page, "Analyst")).toHaveAttribute("aria-selected", "true");
  await expect(persona(page)).toContainText("Counts twice");

  const boss = page.getByRole("combobox", { name: "Reports to" });
  await boss.focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(boss).toBeFocused();
  await keyboard.press("Escape");
  await expect(card(page, "Analyst")).toBeFocused();

  await page.getByRole("tab", { name: "Tools" }).click();
  const search = page.getByRole("complementary", { name: "Inspector" }).getByRole("searchbox");
  await search.fill("ask");
  await keyboard.press("Escape");
  await expect(search).toHaveValue("");
  await expect(search).toBeFocused();
  await keyboard.press("Escape");
  await expect(card(page, "Analyst")).toBeFocused();

  // From a line it is the agent that reports over it.
  await keyboard.press("l");
  await expect(page.getByRole("region", { name: "Analyst reports to Lead" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(card(page, "Analyst")).toBeFocused();
});
