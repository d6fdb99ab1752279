import { expect } from "@playwright/test";
import { query } from "./api.ts";
import { faultsInBothThemes } from "./faults-in-both-themes.ts";
import { card, middleOf, openOrg, team, waitUntilEditedAndSaved } from "./org-page.ts";
import { test } from "./story.ts";

/** What a reporting line lets through: work, and the rights of whoever is below. */

test("a line shows its limits and the rights in effect below it", async ({ page, baseURL, api }) => {
  const slug = await openOrg(page, baseURL, team);
  const savedLine = async () => (await query(api, "orgs.get", { idOrSlug: slug })).document.lines[0];
  const [lead, analyst] = [await middleOf(card(page, "Lead")), await middleOf(card(page, "Analyst"))];
  await page.mouse.click(analyst.x, (lead.y + analyst.y) / 2 + 10);
  await expect(page.getByText("Analyst reports to Lead")).toBeVisible();
  await waitUntilEditedAndSaved(page, () =>
    page.getByRole("spinbutton", { name: "Sessions at work at once" }).fill("3"),
  );
  await waitUntilEditedAndSaved(page, () => page.getByRole("spinbutton", { name: "Cost" }).fill("0.5"));
  expect(await savedLine()).toMatchObject({ maxConcurrentSessions: 3, budget: { cost: 0.5 } });
  await page.getByRole("spinbutton", { name: "Sessions at work at once" }).fill("0");
  await expect(page.getByText("Has to be a whole number, 1 to 10,000")).toBeVisible();
  const rights = page.getByRole("region", { name: "Rights over this line" });
  await expect(rights.getByText("Tools Analyst may call")).toBeVisible();
  await expect(rights.getByText("ask_user", { exact: true })).toBeVisible();

  // One of all tools is held back: the agent below has one less, and the drawing says so.
  const count = rights.getByText(/^\d+ tools/);
  const passed = async () => Number.parseInt((await count.textContent()) ?? "", 10);
  const all = await passed();
  await waitUntilEditedAndSaved(page, () =>
    rights.getByRole("switch", { name: "Pass every tool on" }).click(),
  );
  await expect.poll(passed).toBe(all);
  expect(await faultsInBothThemes(page)).toEqual([]);
  const pass = rights.getByRole("switch", { name: "Pass ask_user on" });
  await expect(pass).toBeChecked();
  await waitUntilEditedAndSaved(page, () => pass.click());
  await expect(pass).not.toBeChecked();
  await expect.poll(passed).toBe(all - 1);
  const { tools } = await savedLine();
  expect(tools).toHaveLength(all - 1);
  expect(tools).not.toContain("ask_user");
  await card(page, "Analyst").click();
  await page.getByRole("tab", { name: "Tools" }).click();
  await expect(page.getByRole("button", { name: /^Why ask_user: Passed on by the line/ })).toBeVisible();
});
