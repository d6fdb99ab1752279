import { expect, type Locator, type Page, test } from "@playwright/test";
import { query } from "./api.ts";
import { layoutFaults } from "./layout-faults.ts";
import { card, openOrg, team, waitUntilEditedAndSaved } from "./org-page.ts";
import { seriousFaults } from "./serious-faults.ts";

/** The designer without a mouse and without the canvas: everything in the outline, by key alone. */

function outline(page: Page): Locator {
  return page.getByRole("treegrid", { name: "Outline of the org" });
}

function row(page: Page, name: string): Locator {
  return outline(page).getByRole("row", { name: new RegExp(`^${name}(,|$)`) });
}

function announced(page: Page): Locator {
  return page.locator("[data-announcer]");
}

/** Opens the outline and stands on a row. */
async function openOutline(page: Page, name: string): Promise<void> {
  await page.keyboard.press("o");
  await expect(outline(page)).toBeVisible();
  await row(page, name).focus();
}

test("an org is built in the outline by keys alone, and every change is announced", async ({
  page,
  baseURL,
  request,
}) => {
  const slug = await openOrg(page, baseURL, [{ id: "lead", name: "Lead", x: 0, y: 0 }]);
  await openOutline(page, "Lead");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+ ");
  for (const name of ["Researcher", "Writer", "Checker"]) {
    await row(page, "Lead").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("F2");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect(announced(page)).toContainText("reports to Lead");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(row(page, name)).toBeFocused();
  }

  // Order: Writer before Researcher, and back into the order of the canvas.
  await row(page, "Writer").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(announced(page)).toContainText("Writer");
  await expect(outline(page).getByRole("row").nth(1)).toHaveAccessibleName(/^Writer/);
  await expect(row(page, "Writer")).toBeFocused();

  // Another parent: one level in, then by choosing whom it reports to.
  await row(page, "Checker").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(announced(page)).toContainText("Checker reports to Researcher");
  await expect(row(page, "Checker")).toHaveAttribute("aria-level", "3");
  await page.keyboard.press("r");
  await expect(page.getByRole("main").getByText("Choose whom")).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(announced(page)).toContainText("Checker reports to Writer");
  await expect(row(page, "Checker")).toBeFocused();

  // A loop is refused with its reason.
  await row(page, "Writer").focus();
  await page.keyboard.press("r");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(announced(page)).toContainText("Would be a loop");
  await page.keyboard.press("Escape");

  await row(page, "Researcher").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("Reader");
  await page.keyboard.press("Enter");
  await expect(announced(page)).toContainText("Named Reader");
  await page.keyboard.press("Delete");
  await expect(row(page, "Reader")).toBeHidden();
  await waitUntilEditedAndSaved(page, () => page.keyboard.press("Control+z"));
  await expect(row(page, "Reader")).toBeVisible();
  await expect(announced(page)).toContainText("Undone");

  const { agents, lines } = (await query({ request, baseURL }, "orgs.get", { idOrSlug: slug })).document;
  const nameOf = (id: string) => agents.find((agent: { id: string }) => agent.id === id)?.name;
  const drawn = lines.map((line: { parentId: string; childId: string }) =>
    [nameOf(line.parentId), nameOf(line.childId)].join(" > "),
  );
  expect(drawn.sort()).toEqual(["Lead > Reader", "Lead > Writer", "Writer > Checker"]);
});

test("outline and canvas show the same selection, folds and names", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  await openOutline(page, "Lead");
  await page.keyboard.press("ArrowDown");
  await expect(row(page, "Analyst")).toHaveAttribute("aria-selected", "true");
  await expect(card(page, "Analyst")).toHaveAttribute("aria-selected", "true");
  await card(page, "Reviewer").click();
  await expect(row(page, "Reviewer")).toHaveAttribute("aria-selected", "true");
  await row(page, "Lead").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(row(page, "Lead")).toHaveAttribute("aria-expanded", "false");
  await expect(card(page, "Analyst")).toBeHidden();
  await page.keyboard.press("ArrowRight");
  await expect(card(page, "Analyst")).toBeVisible();
  await expect(outline(page).getByRole("row")).toHaveCount(3);
  // Both tell the same place in the org.
  const places = [
    ["Lead", "1", "1", "1"],
    ["Analyst", "2", "1", "2"],
    ["Reviewer", "2", "2", "2"],
  ] as const;
  for (const [name, level, place, siblings] of places)
    for (const part of [row(page, name), card(page, name)]) {
      await expect(part).toHaveAttribute("aria-level", level);
      await expect(part).toHaveAttribute("aria-posinset", place);
      await expect(part).toHaveAttribute("aria-setsize", siblings);
    }

  expect(await seriousFaults(page)).toEqual([]);
});

test("groups and notes are named and removed in the outline too", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  await openOutline(page, "Analyst");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+g");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Add a note");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Note", exact: true }).fill("Remember the budget");
  await page.keyboard.press("Escape");
  // The note stands in the box as well.
  const group = outline(page).getByRole("row", { name: /^Group: Group 1 4 members/ });
  await group.focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("Everybody");
  await page.keyboard.press("Enter");
  await expect(page.locator(".group-name").getByText("Everybody")).toBeVisible();
  await expect(outline(page).getByRole("row", { name: /^Note: Remember the budget/ })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await outline(page)
    .getByRole("row", { name: /^Group: Everybody/ })
    .focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Delete");
  await expect(page.locator(".group-name")).toHaveCount(0);
  await expect(card(page, "Analyst")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("outline and inspector are one sheet at a time, and closing gives the focus back", async ({
    page,
    baseURL,
  }) => {
    await openOrg(page, baseURL, team);
    const sheets = page.getByRole("dialog");
    const close = () => sheets.getByRole("button", { name: "Close" }).tap();
    const button = page.getByRole("button", { name: "Outline", exact: true });
    await card(page, "Analyst").tap();
    await expect(page.getByRole("dialog", { name: "Analyst" })).toBeVisible();
    await button.tap();
    await expect(page.getByRole("dialog", { name: "Outline" })).toBeVisible();
    await expect(sheets).toHaveCount(1);
    await row(page, "Reviewer").tap();
    await expect(row(page, "Reviewer")).toHaveAttribute("aria-selected", "true");
    await expect(sheets).toHaveCount(1);
    expect(await seriousFaults(page)).toEqual([]);
    // Closed by itself nothing comes after it.
    await close();
    await expect(sheets).toHaveCount(0);
    await expect(button).toBeFocused();

    await button.tap();
    await row(page, "Reviewer").tap();
    await sheets.getByRole("button", { name: "Inspect" }).tap();
    await expect(page.getByRole("dialog", { name: "Reviewer" })).toBeVisible();
    await expect(sheets).toHaveCount(1);
    await close();
    await expect(sheets).toHaveCount(0);
    await expect(card(page, "Reviewer")).toBeFocused();

    // The same by keys: Enter goes from the row to the inspector.
    await button.focus();
    await page.keyboard.press("Enter");
    await row(page, "Analyst").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Analyst" })).toBeVisible();
    await expect(sheets).toHaveCount(1);
    await page.getByRole("button", { name: "Add to the canvas" }).tap();
    await expect(page.getByRole("dialog", { name: "Add" })).toBeVisible();
    await expect(sheets.filter({ visible: true })).toHaveCount(1);
  });

  test("a name that is too long for its row stands there whole once the row is chosen, by finger or by key", async ({
    page,
    baseURL,
  }) => {
    const name = "Reader of every annual report of the district heating companies in the north";
    await openOrg(page, baseURL, [
      ...team,
      { id: "reader", name, x: 0, y: 336, parent: "analyst" },
      { id: "closer", name: "Closer", x: 252, y: 336, parent: "analyst" },
    ]);
    await page.getByRole("button", { name: "Outline", exact: true }).tap();
    const long = row(page, name);
    const words = long.locator("[aria-hidden=true]", { hasText: name }).first();
    const isCut = () => words.evaluate((element) => element.scrollWidth > element.clientWidth);
    const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? Number.NaN;
    const heightOf = async (one: Locator) => (await one.boundingBox())?.height ?? Number.NaN;
    expect(await isCut()).toBe(true);
    await expect(words).toHaveAttribute("title", name);
    const low = await heightOf(long);

    await long.tap();
    await expect.poll(isCut).toBe(false);
    const high = await heightOf(long);
    expect(high).toBeGreaterThan(low);
    // The rows below make room.
    await expect.poll(async () => (await topOf(row(page, "Closer"))) - (await topOf(long))).toBe(high);
    expect(await layoutFaults(page)).toEqual([]);
    expect(await seriousFaults(page)).toEqual([]);

    await page.keyboard.press("ArrowUp");
    await expect(row(page, "Analyst")).toBeFocused();
    await expect.poll(isCut).toBe(true);
    await expect.poll(async () => (await topOf(row(page, "Closer"))) - (await topOf(long))).toBe(low);
    await page.keyboard.press("ArrowDown");
    await expect(long).toBeFocused();
    await expect.poll(isCut).toBe(false);
  });
});
