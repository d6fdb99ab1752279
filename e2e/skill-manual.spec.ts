import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { faultsInBothThemes } from "./faults-in-both-themes.ts";
import { servers } from "./servers.ts";

/** SKILL.md is written on its page, beside an author's own editor. */

const folder = join(servers.design.dataDir, "skills", "harbour-signals");
const file = join(folder, "SKILL.md");
const manual = "---\nname: harbour-signals\ndescription: Read the signals of a harbour.\n---\n\nUse it.\n";

test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Opens the manual of the skill, which stands like this, from a tab of its page. */
async function openManual(page: Page, text: string, tab: string) {
  await mkdir(folder, { recursive: true });
  await writeFile(file, text);
  await page.goto("/skills?skill=harbour-signals");
  await page.getByRole("tab", { name: tab }).click();
  await page.getByRole("button", { name: "Edit SKILL.md" }).click();
  const dialog = page.getByRole("dialog", { name: "SKILL.md of harbour-signals" });
  const field = dialog.getByRole("textbox", { name: "SKILL.md" });
  await expect(field).toBeVisible();
  return { dialog, field };
}

test("a skill that does not load is mended in its manual, with the doctor looking on", async ({ page }) => {
  const { dialog, field } = await openManual(page, "Use it.\n", "Doctor");
  await expect(dialog.getByText("No agent could use the skill like this.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  expect(await faultsInBothThemes(page)).toEqual([]);

  await field.fill(manual);
  await expect(dialog.getByText("No agent could use the skill like this.")).toBeHidden();
  await expect(dialog.getByText("Passes")).toBeVisible();
  expect(await readFile(file, "utf8")).toBe("Use it.\n");
  await field.press("ControlOrMeta+s");
  await expect(dialog).toBeHidden();
  expect(await readFile(file, "utf8")).toBe(manual);
  await expect(page.getByText("Read the signals of a harbour.").first()).toBeVisible();
  await expect(page.getByText("Not loaded")).toHaveCount(0);
});

test("what an editor wrote meanwhile is shown beside what was typed, and nothing typed goes without a question", async ({
  page,
}) => {
  const { dialog, field } = await openManual(page, manual, "SKILL.md");
  await field.press("ControlOrMeta+End");
  await page.keyboard.type("Flags by day, lamps by night.");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Throw away what you typed?" });
  await question.getByRole("button", { name: "Keep" }).click();
  await expect(field).toContainText("Flags by day, lamps by night.");

  await writeFile(file, manual.replace("Use it.", "Use it in fog."));
  const conflict = dialog.getByRole("region", { name: "Changed elsewhere" });
  await expect(conflict).toContainText("Use it in fog.");
  await expect(conflict).toContainText("Flags by day, lamps by night.");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await conflict.getByRole("button", { name: "Keep mine, replace the file" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await readFile(file, "utf8")).toBe(`${manual}Flags by day, lamps by night.`);
});

test("what was typed and taken back does not stand in the way of what an editor writes", async ({ page }) => {
  const { dialog, field } = await openManual(page, manual, "SKILL.md");
  await field.press("ControlOrMeta+End");
  await page.keyboard.type("x");
  await page.keyboard.press("Backspace");
  await writeFile(file, manual.replace("Use it.", "Use it in fog."));
  await expect(field).toContainText("Use it in fog.");
  await field.press("ControlOrMeta+End");
  await page.keyboard.type("Lamps by night.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await readFile(file, "utf8")).toBe(`${manual.replace("Use it.", "Use it in fog.")}Lamps by night.`);
});

test("what was typed beside the doctor's findings stays when an editor mends them", async ({ page }) => {
  const { dialog, field } = await openManual(page, `${manual}[Terms](terms.md)\n`, "Doctor");
  await field.press("ControlOrMeta+End");
  await page.keyboard.type("Lamps by night.");
  await writeFile(file, manual);
  await expect(dialog.getByRole("region", { name: "Changed elsewhere" })).toContainText("Lamps by night.");
  await expect(field).toContainText("Lamps by night.");
});

test("what was typed is there again after a step back and a reload, until it is thrown away", async ({
  page,
}) => {
  await page.goto("/orgs");
  const first = await openManual(page, manual, "SKILL.md");
  await first.field.press("ControlOrMeta+End");
  await page.keyboard.type("Lamps by night.");
  await page.goBack();
  await page.waitForURL("**/orgs");
  const again = async () => {
    await page.goto("/skills?skill=harbour-signals");
    await page.getByRole("tab", { name: "SKILL.md" }).click();
    await page.getByRole("button", { name: "Edit SKILL.md" }).click();
  };
  await again();
  await expect(first.dialog.getByRole("status").filter({ hasText: "before you left" })).toBeVisible();
  await expect(first.field).toContainText("Lamps by night.");
  expect(await readFile(file, "utf8")).toBe(manual);
  await page.reload();
  await again();
  await expect(first.field).toContainText("Lamps by night.");
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Throw it away" }).click();
  await expect(first.dialog).toBeHidden();
  await again();
  await expect(first.field).toContainText("Use it.");
  await expect(first.field).not.toContainText("Lamps by night.");
});

test("what ships with OpenHive is not offered for writing", async ({ page }) => {
  await mkdir(folder, { recursive: true });
  await writeFile(file, manual);
  await page.goto("/skills?skill=harbour-signals");
  const edit = page.getByRole("button", { name: "Edit SKILL.md" });
  await expect(edit).toBeVisible();
  await page.getByRole("link", { name: /^text-tools/ }).click();
  await expect(page.getByRole("heading", { name: "text-tools" })).toBeVisible();
  await expect(edit).toHaveCount(0);
  await page.getByRole("tab", { name: /Doctor/ }).click();
  await expect(page.getByText("Nothing to mend")).toBeVisible();
  await expect(edit).toHaveCount(0);
});
