import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { servers } from "./servers.ts";

/** How skills come here and go: as an archive, as a folder of a project, back out as an archive, deleted. */

const skillsFolder = join(servers.design.dataDir, "skills");
const names = ["tide-tables", "harbour-words", "harbour-terms"];

function manual(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\nUse it.\n`;
}

test.afterEach(async () => {
  for (const name of names) await rm(join(skillsFolder, name), { recursive: true, force: true });
});

/** A row of the list, by the name of its skill. */
function row(page: Page, name: string) {
  return page.getByRole("link", { name: new RegExp(`^${name}\\b`) });
}

test("a skill goes out as an archive, is deleted, and comes back after a look at what would be written", async ({
  page,
}) => {
  const folder = join(skillsFolder, "tide-tables");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), manual("tide-tables", "Read tables of tides."));
  await page.goto("/skills?skill=tide-tables");
  await page.getByRole("button", { name: "More about tide-tables" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download as .zip" }).click();
  const archive = await (await download).path();

  await page.getByRole("button", { name: "More about tide-tables" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete tide-tables?" });
  await expect(question).toContainText("Its folder is deleted from the disk");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question).toBeHidden();
  await expect(row(page, "tide-tables")).toHaveCount(0);
  await expect(readFile(join(folder, "SKILL.md"))).rejects.toThrow("ENOENT");

  await page.getByRole("button", { name: "Install a skill" }).click();
  const dialog = page.getByRole("dialog", { name: "Install a skill" });
  const input = dialog.getByLabel("Archive of a skill");
  await input.setInputFiles({
    name: "broken.zip",
    mimeType: "application/zip",
    buffer: Buffer.from("no archive"),
  });
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Install", exact: true })).toBeDisabled();
  await input.setInputFiles(archive);
  const found = dialog.getByRole("region", { name: "Skill tide-tables" });
  await expect(found).toContainText("1 file would be written");
  await expect(readFile(join(folder, "SKILL.md"))).rejects.toThrow("ENOENT");
  await dialog.getByRole("button", { name: "Install", exact: true }).click();
  await expect(row(page, "tide-tables")).toBeVisible();
  expect(await readFile(join(folder, "SKILL.md"), "utf8")).toContain("Read tables of tides.");

  // What is there is replaced only when somebody says so, for each file that is chosen.
  await page.getByRole("button", { name: "Install a skill" }).click();
  await input.setInputFiles(archive);
  await expect(found).toContainText("There is one of this name");
  await expect(dialog.getByRole("button", { name: "Install", exact: true })).toBeDisabled();
  await dialog.getByText("Replace what is there").click();
  await expect(dialog.getByRole("button", { name: "Install", exact: true })).toBeEnabled();
  await input.setInputFiles(archive);
  await expect(found).toContainText("There is one of this name");
  await expect(dialog.getByRole("button", { name: "Install", exact: true })).toBeDisabled();
});

test("skills of a project are there as soon as it is named, under a new name when renamed, and gone with it", async ({
  page,
}) => {
  const project = await mkdtemp(join(tmpdir(), "openhive-project-"));
  const skills = join(project, ".agents", "skills");
  await mkdir(join(skills, "harbour-words"), { recursive: true });
  await writeFile(
    join(skills, "harbour-words", "SKILL.md"),
    manual("harbour-words", "Explain words of a harbour."),
  );
  await page.goto("/skills");
  await page.getByRole("button", { name: "Project folders" }).click();
  const dialog = page.getByRole("dialog", { name: "Project folders" });
  await dialog.getByLabel("Folder of a project on the server").fill("nowhere/at/all");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Folder of a project on the server").fill(project);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("list", { name: "Projects" })).toContainText(project);
  await page.keyboard.press("Escape");
  await expect(row(page, "harbour-words")).toBeVisible();

  await rename(join(skills, "harbour-words"), join(skills, "harbour-terms"));
  await writeFile(
    join(skills, "harbour-terms", "SKILL.md"),
    manual("harbour-terms", "Explain words of a harbour."),
  );
  await expect(row(page, "harbour-terms")).toBeVisible();
  await expect(row(page, "harbour-words")).toHaveCount(0);

  await page.getByRole("button", { name: "Project folders" }).click();
  await dialog.getByRole("button", { name: `Remove ${project}` }).click();
  await expect(dialog.getByRole("list", { name: "Projects" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(row(page, "harbour-terms")).toHaveCount(0);
  await rm(project, { recursive: true, force: true });
});
