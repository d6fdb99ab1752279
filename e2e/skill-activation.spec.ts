import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { servers } from "./servers.ts";

/** What comes of a skill: what a model sees of it, who has it, and which of several with one name counts. */

const skillsFolder = join(servers.design.dataDir, "skills");
const names = ["lamp-lists", "bell-lists", "tide-lists", "tide-tables"];

async function write(folder: string, name: string, description: string): Promise<void> {
  await mkdir(join(folder, name, "scripts"), { recursive: true });
  const manual = `---\nname: ${name}\ndescription: ${description}\n---\n\n# Lists\n\nCall list_lamps.\n`;
  await writeFile(join(folder, name, "SKILL.md"), manual);
  await writeFile(
    join(folder, name, "scripts", "lists.py"),
    'def list_lamps(street: str) -> list[str]:\n    """Lists the lamps of a street."""\n    return [street]\n',
  );
}

test.afterEach(async () => {
  for (const name of names) await rm(join(skillsFolder, name), { recursive: true, force: true });
});

test("an author tries activation as an agent of an org, and what it adds is marked", async ({
  page,
  baseURL,
}) => {
  await write(skillsFolder, "lamp-lists", "List lamps.");
  const slug = `lamps-${Math.random().toString(36).slice(2, 10)}`;
  const keeper = { id: "keeper", name: "Keeper", persona: "You keep lamps.", skills: ["lamp-lists"] };
  const document = { name: slug, agents: [{ ...keeper, position: { x: 0, y: 0 } }], lines: [] };
  const response = await page.request.post("/api/trpc/orgs.create", {
    headers: { origin: baseURL ?? "" },
    data: { slug, document },
  });
  expect(response.ok(), await response.text()).toBe(true);

  await page.goto("/skills?skill=lamp-lists");
  const users = page.getByRole("region", { name: "Granted to" });
  await expect(users.getByRole("link", { name: slug })).toHaveAttribute("href", `/orgs/${slug}`);
  await expect(users).toContainText("Keeper");

  await page.getByRole("button", { name: "Try activation" }).click();
  const dialog = page.getByRole("dialog", { name: "What the model sees of lamp-lists" });
  const prompt = dialog.getByRole("region", { name: "System prompt" });
  const tools = dialog.getByRole("region", { name: "Tool array" });
  await expect(tools.getByText("list_lamps", { exact: true })).toBeVisible();
  await expect(prompt.getByText("added", { exact: true })).toHaveCount(1);
  await expect(tools.getByText("added", { exact: true })).toHaveCount(1);

  await dialog.getByRole("combobox", { name: "Agent" }).click();
  await page.getByRole("option", { name: `Keeper, ${slug}` }).click();
  await prompt.getByText("Persona").click();
  await expect(prompt.getByRole("group", { name: "Text of Persona" })).toContainText("You keep lamps.");
  await prompt.getByText("Skill lamp-lists").click();
  await expect(prompt.getByRole("group", { name: "Text of Skill lamp-lists" })).toContainText(
    "Call list_lamps.",
  );
  await tools.getByText("list_lamps", { exact: true }).click();
  await expect(tools.getByRole("group", { name: "list_lamps as it is sent" })).toContainText('"street"');

  await dialog.getByRole("radio", { name: "Before" }).click();
  await expect(tools.getByText("list_lamps", { exact: true })).toHaveCount(0);
  await expect(prompt.getByText("Skill lamp-lists")).toHaveCount(0);
  await expect(tools.getByText("activate_skill", { exact: true })).toBeVisible();
  await expect(dialog.getByText("added", { exact: true })).toHaveCount(0);
});

test("two folders have a skill of one name: the page says which counts, and follows a new name", async ({
  page,
}) => {
  const project = await mkdtemp(join(tmpdir(), "openhive-bells-"));
  const folder = join(project, ".agents", "skills");
  await write(skillsFolder, "bell-lists", "The first.");
  await write(folder, "bell-lists", "The second.");
  await page.goto("/skills?skill=bell-lists");
  await expect(page.getByText("The first.").first()).toBeVisible();
  await page.getByRole("button", { name: "Project folders" }).click();
  const dialog = page.getByRole("dialog", { name: "Project folders" });
  await dialog.getByLabel("Folder of a project on the server").fill(project);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("list", { name: "Projects" })).toContainText(project);
  await page.keyboard.press("Escape");

  const order = page.getByRole("list", { name: "Folders in order of precedence" });
  await expect(order.getByRole("listitem")).toHaveText([/^Counts.*\.agents\/skills/, /^Hidden.*data folder/]);
  await expect(page.getByRole("link", { name: /^bell-lists Hidden: the one of \.agents/ })).toBeVisible();

  await rename(join(folder, "bell-lists"), join(folder, "bell-tables"));
  await expect(order).toBeHidden();
  await expect(page.getByText("The first.").first()).toBeVisible();
  await page.getByRole("link", { name: /^bell-tables/ }).click();
  await expect(page.getByRole("heading", { name: "bell-tables" })).toBeVisible();
  // The page follows, also where the news of this one comes together with what is left of the first.
  await rename(join(folder, "bell-tables"), join(folder, "bell-names"));
  await expect(page.getByRole("heading", { name: "bell-names" })).toBeVisible();
  await rename(join(folder, "bell-names"), join(folder, "bell-words"));
  await expect(page.getByText(/Skill bell-\w+, now bell-words, has a new name/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "bell-words" })).toBeVisible();

  await page.getByRole("button", { name: "Project folders" }).click();
  await dialog.getByRole("button", { name: `Remove ${project}` }).click();
  await expect(dialog.getByRole("list", { name: "Projects" })).toHaveCount(0);
  await rm(project, { recursive: true, force: true });
});

test("a skill that is renamed is offered under its new name to the agents that were granted the old one", async ({
  page,
  baseURL,
}) => {
  await write(skillsFolder, "tide-lists", "List tides.");
  const slug = `tides-${Math.random().toString(36).slice(2, 10)}`;
  const agents = ["Keeper", "Aide"].map((name, index) => ({
    id: name.toLowerCase(),
    name,
    persona: "You watch tides.",
    skills: ["tide-lists"],
    position: { x: index * 252, y: 0 },
  }));
  const response = await page.request.post("/api/trpc/orgs.create", {
    headers: { origin: baseURL ?? "" },
    data: { slug, document: { name: slug, agents, lines: [] } },
  });
  expect(response.ok(), await response.text()).toBe(true);
  await page.goto(`/orgs/${slug}`);
  const tree = page.getByRole("tree", { name: "Agents" });
  await tree.getByRole("treeitem", { name: /^Keeper/ }).click();
  await page.getByRole("tab", { name: "Skills" }).click();
  const held = page.getByRole("switch", { name: "tide-lists" });
  await expect(page.getByText("List tides.").first()).toBeVisible();
  await expect(held).toBeChecked();

  await rename(join(skillsFolder, "tide-lists"), join(skillsFolder, "tide-tables"));
  await expect(page.getByText("It is called tide-tables now")).toBeVisible();
  await page.getByRole("button", { name: "Grant tide-tables instead" }).click();
  await expect(page.getByRole("switch", { name: "tide-tables" })).toBeChecked();
  await expect(held).toHaveCount(0);
  await tree.getByRole("treeitem", { name: /^Aide/ }).click();
  await expect(page.getByRole("switch", { name: "tide-tables" })).toBeChecked();
});
