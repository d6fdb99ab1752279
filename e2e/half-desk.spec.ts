import { expect, type Page, test } from "@playwright/test";
import { layoutFaults } from "./layout-faults.ts";
import { card, openOrg, team, waitUntilEditedAndSaved } from "./org-page.ts";

/** The editor in a window of half a desk, where palette and inspector lie over the canvas. */

test.use({ viewport: { width: 900, height: 900 }, reducedMotion: "reduce" });

/** What is there fits: nothing scrolls sideways, is cut or lies below something else. */
const fits = async (page: Page, state: string) => expect.soft(await layoutFaults(page), state).toEqual([]);

test("in a window of half a desk an org is drawn, described and run", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  await fits(page, "at first");

  await page.getByRole("button", { name: "Add to the canvas" }).click();
  const palette = page.getByRole("complementary", { name: "Palette" });
  await expect(palette.getByRole("searchbox")).toBeVisible();
  await expect(palette.locator('[aria-busy="true"]')).toHaveCount(0);
  await waitUntilEditedAndSaved(page, () => palette.getByRole("button", { name: /^Blank agent/ }).click());
  await expect(palette).toHaveCount(0);
  await expect(page.getByRole("treeitem")).toHaveCount(team.length + 1);

  const inspector = page.getByRole("complementary", { name: "Inspector" });
  if ((await inspector.count()) === 0)
    await page.getByRole("button", { name: "Inspector", exact: true }).click();
  await inspector.getByRole("button", { name: "Close" }).click();
  await card(page, "Analyst").click();
  await page.getByRole("button", { name: "Inspector", exact: true }).click();
  await expect(inspector.getByRole("heading", { name: "Analyst" })).toBeVisible();
  // Every tab is seen without scrolling the row of them.
  for (const tab of await inspector.getByRole("tab").all()) await expect(tab).toBeInViewport({ ratio: 0.95 });
  await fits(page, "with the inspector");
  await waitUntilEditedAndSaved(page, () =>
    inspector.getByRole("textbox", { name: "Role" }).fill("Compares the numbers"),
  );
  await inspector.getByRole("button", { name: "Close" }).click();
  await expect(inspector).toHaveCount(0);
  await expect(card(page, "Analyst")).toContainText("Compares the numbers");

  await page.getByRole("textbox", { name: "Task" }).fill("Say what you are.");
  await fits(page, "with a task");
  await page.getByRole("banner").getByRole("button", { name: "Run" }).click();
  await page.waitForURL(/\/runs\//);
  await expect(card(page, "Lead")).toBeVisible();
  const figures = page.getByRole("banner").getByRole("term");
  await expect(figures.filter({ hasText: "Tokens", visible: true })).toHaveCount(1);
  await fits(page, "at work");
});
