import { expect, test } from "@playwright/test";
import { faultsInBothThemes } from "./faults-in-both-themes.ts";
import { card, openOrg, team, waitUntilEditedAndSaved } from "./org-page.ts";

/** Ways back to what was, and the keys of the canvas. */

test("a version is named, looked at beside what is there now, and brought back", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  await card(page, "Reviewer").click();
  await waitUntilEditedAndSaved(page, () => page.getByRole("textbox", { name: "Name" }).fill("Fact checker"));
  const versions = page.getByRole("banner").getByRole("button", { name: /^Version 2/ });
  await versions.click();
  await page
    .getByRole("button", { name: /^Version 1/ })
    .last()
    .click();
  const dialog = page.getByRole("dialog", { name: "Version 1" });
  await expect(dialog.getByText("Changed since then")).toBeVisible();
  await expect(dialog.getByText("Fact checker").first()).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Versions" })).toBeHidden();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await dialog.getByLabel("Name of this version").fill("Before the rename");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect(dialog.getByRole("button", { name: "Save name" })).toBeDisabled();
  await waitUntilEditedAndSaved(page, () =>
    dialog.getByRole("button", { name: "Restore version 1" }).click(),
  );
  await expect(card(page, "Reviewer")).toBeVisible();
  await expect(card(page, "Fact checker")).toHaveCount(0);
  await page.reload();
  await expect(card(page, "Reviewer")).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Version 3/ })
    .click();
  await expect(page.getByRole("button", { name: /^Before the rename/ }).last()).toBeVisible();
});

test("keys make, copy, select, remove and find agents, and start the run", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  const { keyboard } = page;
  const agents = page.getByRole("tree", { name: "Agents" }).getByRole("treeitem");
  await card(page, "Analyst").click();
  const typeName = async (text: string) => {
    await expect(page.locator("input:focus")).toHaveAccessibleName("Name");
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type(text);
    await keyboard.press("Enter");
    await expect(card(page, text)).toBeVisible();
  };
  await card(page, "Analyst").focus();
  await keyboard.press("Tab");
  await expect(agents).toHaveCount(4);
  await typeName("Chart maker");
  await card(page, "Chart maker").focus();
  await keyboard.press("Shift+Tab");
  await expect(agents).toHaveCount(5);
  await typeName("Table reader");
  await card(page, "Table reader").focus();
  await keyboard.press("F2");
  await typeName("Table checker");
  await card(page, "Table checker").focus();
  await keyboard.press("ControlOrMeta+d");
  await expect(agents).toHaveCount(6);
  await keyboard.press("ControlOrMeta+z");
  await expect(agents).toHaveCount(5);
  await keyboard.press("ControlOrMeta+y");
  await expect(agents).toHaveCount(6);
  await keyboard.press("ControlOrMeta+z");
  await card(page, "Lead").focus();
  await keyboard.press("ControlOrMeta+a");
  await expect(page.getByText("5 agents selected").filter({ visible: true }).first()).toBeVisible();
  await keyboard.press("Escape");

  await keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("Table checker");
  await expect(page.getByRole("option", { name: /Table checker/ }).first()).toBeVisible();
  await keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Inspector" })).toContainText("Table checker");
  // Tools of any source are found too, and each leads to its page.
  await keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("ask_user");
  await expect(
    page.getByRole("group", { name: "Tools" }).getByRole("option", { name: /^ask_user/ }),
  ).toBeVisible();
  await page.getByRole("combobox").fill("describe_table");
  await expect(page.getByRole("option", { name: /^describe_table csv-figures/ })).toBeVisible();
  await keyboard.press("Escape");
  await card(page, "Table checker").focus();
  await keyboard.press("Delete");
  await expect(agents).toHaveCount(4);

  await page.getByRole("textbox", { name: /task/i }).first().fill("Say what you are.");
  await keyboard.press("ControlOrMeta+Enter");
  await page.waitForURL(/\/runs\//);
});
