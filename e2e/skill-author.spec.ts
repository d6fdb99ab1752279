import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { servers } from "./servers.ts";

/** The skill author's story: drop a folder in, see it in the palette, grant it, run it, break it, mend it. */

const skillsFolder = join(servers.design.dataDir, "skills");

const manual = `---
name: word-figures
description: Count words, lines and characters of a text file.
---

# Word figures

Call \`count_text\` with the name of the file.
`;

const functions = `
def count_text(path: str) -> dict:
    """Count the words, lines and characters of a text file.

    Args:
        path: Name of the text file.
    """
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return {"words": len(text.split()), "lines": len(text.splitlines()), "characters": len(text)}
`;

async function dropSkill(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(skillsFolder, name, path);
    await mkdir(join(target, ".."), { recursive: true });
    await writeFile(target, content);
  }
}

async function openOrg(page: Page, baseURL: string | undefined): Promise<void> {
  const slug = `author-${Math.random().toString(36).slice(2, 10)}`;
  const document = {
    name: "Author's org",
    agents: [{ id: "counter", name: "Counter", persona: "You count.", position: { x: 0, y: 0 } }],
    lines: [],
  };
  const response = await page.request.post("/api/trpc/orgs.create", {
    headers: { origin: baseURL ?? "" },
    data: { slug, document },
  });
  expect(response.ok(), await response.text()).toBe(true);
  await page.goto(`/orgs/${slug}`);
  await expect(page.getByRole("treeitem", { name: /^Counter/ })).toBeVisible();
}

test.afterEach(async () => {
  for (const name of ["word-figures", "bent", "first-steps"])
    await rm(join(skillsFolder, name), { recursive: true, force: true });
});

test("a folder that is dropped in is in the palette, can be granted and computes from the attached file", async ({
  page,
  baseURL,
}) => {
  await dropSkill("word-figures", { "SKILL.md": manual, "scripts/words.py": functions });
  await openOrg(page, baseURL);
  const item = page.locator('[data-palette-item="skill:word-figures"]');
  await expect(item).toBeVisible();

  const from = await item.boundingBox();
  const to = await page.getByRole("treeitem", { name: /^Counter/ }).boundingBox();
  if (!from || !to) throw new Error("Nothing is drawn there");
  const saved = page.waitForResponse((response) => response.url().includes("orgs.save") && response.ok());
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  await page.mouse.up();
  await saved;

  await page.getByRole("textbox", { name: "Task" }).fill("Count the words of the attached text.");
  await page.getByLabel("Files to attach").setInputFiles({
    name: "poem.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("one two three\nfour five\n"),
  });
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.waitForURL(/\/runs\//);

  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.getByText(/words: 5/)).toBeVisible({ timeout: 60_000 });
  await expect(answer.getByText(/characters: 24/)).toBeVisible();
  await page.getByRole("tab", { name: "Transcript" }).click();
  const transcript = page.getByRole("complementary", { name: "Transcript of Counter" });
  await expect(transcript.locator("[data-call]").filter({ hasText: "count_text" })).toBeVisible();
});

test("a skill that breaks says where, and is well again when it is mended, without a restart", async ({
  page,
}) => {
  await dropSkill("word-figures", {
    "SKILL.md": manual,
    "scripts/words.py": "def count_text(path: str) -> dict:\n    return 1 +\n",
  });
  await page.goto("/skills");
  // The tabs of this skill: those of the one shown before may still stand there.
  const parts = page.getByRole("tablist", { name: "Parts of word-figures" });
  await page.getByText("word-figures").first().click();
  await parts.getByRole("tab", { name: /Doctor/ }).click();
  await expect(page.getByText(/words\.py line 2/).first()).toBeVisible();
  await expect(parts.getByRole("tab", { name: "Functions 0" })).toBeVisible();
  await dropSkill("word-figures", { "scripts/words.py": functions });
  // The page follows by itself: nothing is loaded anew.
  await expect(parts.getByRole("tab", { name: "Functions 1" })).toBeVisible();
  await expect(page.getByText(/^Skill word-figures (changed|is well again)/).first()).toBeVisible();
  await parts.getByRole("tab", { name: /Functions/ }).click();
  await expect(page.getByRole("tabpanel").getByText("count_text").first()).toBeVisible();
});

test("an author makes a skill, tries its function by keyboard, keeps the try as an example and runs it", async ({
  page,
}) => {
  await page.goto("/skills");
  await page.getByRole("button", { name: "New skill" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("first-steps");
  await page.keyboard.press("Enter");
  const parts = page.getByRole("tablist", { name: "Parts of first-steps" });
  await parts.getByRole("tab", { name: "Bench" }).focus();
  await page.keyboard.press("Enter");

  await page.getByLabel("Files for the try").setInputFiles({
    name: "note.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("one two\nthree\n"),
  });
  const bench = page.getByRole("region", { name: "Try a function" });
  const result = bench.getByRole("region", { name: "Result" });
  await bench.getByRole("button", { name: "Try it" }).click();
  await expect(bench.getByText("This argument is needed")).toBeVisible();
  await bench.getByLabel("path").fill("nowhere.txt");
  await page.keyboard.press("Control+Enter");
  await expect(result.getByText(/nowhere\.txt/).first()).toBeVisible();
  await bench.getByLabel("path").fill("note.txt");
  await page.keyboard.press("Control+Enter");
  await expect(result.getByText("Done")).toBeVisible();
  await expect(result.getByRole("group", { name: "Output" })).toContainText('"words": 3');

  await bench.getByLabel("Keep it as an example").fill("Three words");
  await page.keyboard.press("Enter");
  const examples = page.getByRole("region", { name: "Examples" });
  await expect(examples.getByText("examples/three-words.json")).toBeVisible();
  await examples.getByRole("button", { name: "Run examples and tests" }).click();
  await expect(examples.getByText("3 of 3 pass")).toBeVisible();

  // What was typed is there again after a look at the text, and the form drops nothing that it cannot show.
  await parts.getByRole("tab", { name: "SKILL.md" }).click();
  await expect(bench).toBeHidden();
  await parts.getByRole("tab", { name: "Bench" }).click();
  await expect(bench.getByLabel("path")).toHaveValue("note.txt");
  await bench.getByText("JSON", { exact: true }).click();
  await bench.getByLabel("Arguments as JSON").fill('{"path": "note.txt", "colour": "red"}');
  await bench.getByText("Form", { exact: true }).click();
  await expect(bench.getByText("The form cannot show colour as it is here")).toBeVisible();
  await expect(bench.getByLabel("Arguments as JSON")).toHaveValue(/colour/);

  // A file that is no text is not kept half.
  await page.getByLabel("Files for the try").setInputFiles({
    name: "picture.png",
    mimeType: "image/png",
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]),
  });
  await bench.getByLabel("Arguments as JSON").fill('{"path": "note.txt"}');
  await bench.getByRole("button", { name: "Try it" }).click();
  await expect(result.getByText("Done")).toBeVisible();
  await bench.getByLabel("Keep it as an example").fill("With a picture");
  await page.keyboard.press("Enter");
  await expect(bench.getByText(/Only text files/)).toBeVisible();
});

test("a mend shows the lines that it changes, and hidden text is written out", async ({ page }) => {
  await dropSkill("bent", {
    "SKILL.md": "---\nname: bent\ndescription: Bent: crooked.\n---\n\nRead this.\n",
    "references/note.md": "plain\u200b words\n",
  });
  await page.goto("/skills?skill=bent");
  const parts = page.getByRole("tablist", { name: "Parts of bent" });
  await parts.getByRole("tab", { name: /Files/ }).click();
  await page.getByRole("button", { name: /note\.md/ }).click();
  await expect(page.getByText(/plain‹U\+200B› words/)).toBeVisible();
  await parts.getByRole("tab", { name: /Doctor/ }).click();
  await page.getByRole("button", { name: "Mend value-unquoted" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText('+description: "Bent: crooked."')).toBeVisible();
  await dialog.getByRole("button", { name: "Mend", exact: true }).click();
  // While the dialog is open, what lies behind it is hidden as well: the file says that it is mended.
  const text = () => readFile(join(skillsFolder, "bent", "SKILL.md"), "utf8");
  await expect.poll(text).toContain('"Bent: crooked."');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Mend value-unquoted" })).toBeHidden();
});

test("a file can be read while the inks of its code are on their way", async ({ page }) => {
  await dropSkill("word-figures", { "SKILL.md": manual, "scripts/words.py": functions });
  await page.goto("/skills?skill=word-figures");
  const parts = page.getByRole("tablist", { name: "Parts of word-figures" });
  await parts.getByRole("tab", { name: /Files/ }).click();
  await page.getByRole("button", { name: /SKILL\.md/ }).click();
  await expect(page.getByRole("group", { name: "SKILL.md" }).locator(".coloured-code")).toBeVisible();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*.js*", async (route) => {
    await released;
    await route.continue();
  });
  const held = page.waitForRequest("**/*.js*");
  await page.getByRole("button", { name: /words\.py/ }).click();
  await held;
  const file = page.getByRole("group", { name: "scripts/words.py" });
  await expect(file).toContainText("def count_text(path: str) -> dict:");
  await expect(parts).toBeVisible();
  await expect(file.locator(".coloured-code")).toHaveCount(0);
  release();
  await expect(file.locator(".coloured-code")).toBeVisible();
});

test("the editor's palette follows what happens to a skill while it is open", async ({ page, baseURL }) => {
  const listens = page.waitForRequest((request) => request.url().includes("skills.changes"));
  await openOrg(page, baseURL);
  await listens;
  const item = page.locator('[data-palette-item="skill:word-figures"]');
  await expect(item).toBeHidden();
  await dropSkill("word-figures", { "SKILL.md": manual, "scripts/words.py": functions });
  await expect(item).toBeVisible();
  await dropSkill("word-figures", { "SKILL.md": "---\nname: word-figures\n---\n" });
  await expect(page.getByText("Skill word-figures is broken: see its doctor").first()).toBeVisible();
  await dropSkill("word-figures", { "SKILL.md": manual });
  await expect(page.getByText("Skill word-figures is well again").first()).toBeVisible();
  await rm(join(skillsFolder, "word-figures"), { recursive: true, force: true });
  await expect(item).toBeHidden();
});
