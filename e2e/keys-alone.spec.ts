import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { mutate, query } from "./api.ts";
import { card, waitUntilEditedAndSaved } from "./org-page.ts";
import { pressUntilFocused, pressUntilWithin } from "./press-until.ts";

/**
 * The designer's story from the list of orgs to the exported file, by whoever has a keyboard and nothing else: nothing here is clicked,
 * filled or given the focus by script. Each place is reached as a person reaches it, by Tab, F6, arrows or the palette of commands.
 */

/** Goes to something by one key and presses Enter there. */
async function reach(page: Page, key: string, wanted: Locator): Promise<void> {
  await pressUntilFocused(page, key, wanted);
  await page.keyboard.press("Enter");
}

/** Types over what a field holds. */
async function typeOver(page: Page, field: Locator, text: string): Promise<void> {
  await pressUntilFocused(page, "Tab", field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** By F6 to the canvas, whose one stop is the card that was chosen last. */
async function goToCanvas(page: Page): Promise<void> {
  await pressUntilWithin(page, "F6", page.getByRole("tree", { name: "Agents" }));
}

/** From wherever the focus is to one of those who report to the lead: up to the lead, down, and along. */
async function goToCard(page: Page, name: string): Promise<void> {
  await goToCanvas(page);
  await pressUntilFocused(page, "ArrowUp", card(page, "Chief"));
  await page.keyboard.press("ArrowDown");
  await pressUntilFocused(page, "ArrowRight", card(page, name));
}

/** A version from the list that hangs on the bar. */
async function openVersion(page: Page, words: RegExp): Promise<void> {
  const bar = page.getByRole("banner");
  await pressUntilWithin(page, "F6", bar);
  await reach(page, "Tab", bar.getByRole("button", { name: /^Version/ }));
  const versions = page.getByRole("dialog", { name: "Versions" });
  await reach(page, "Tab", versions.getByRole("button", { name: words }));
}

/** By the palette of commands, from wherever the focus is. */
async function find(page: Page, words: string, option: RegExp): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(words);
  const found = page.getByRole("option", { name: option }).first();
  await expect(found).toBeVisible();
  for (let presses = 0; presses < 20 && (await found.getAttribute("aria-selected")) !== "true"; presses += 1)
    await page.keyboard.press("ArrowDown");
  await expect(found).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox")).toHaveCount(0);
}

test("an org is made, limited, named, restored, merged, run and exported by keys alone", async ({
  page,
  baseURL,
  request,
}) => {
  const api = { request, baseURL };
  const { keyboard } = page;
  await page.addInitScript(() => {
    Object.assign(window, { touches: 0 });
    const count = () =>
      Object.assign(window, { touches: (window as unknown as { touches: number }).touches + 1 });
    for (const kind of ["pointerdown", "mousedown", "touchstart"]) window.addEventListener(kind, count, true);
  });

  // A new org, from the list.
  await page.goto("/orgs");
  await reach(page, "Tab", page.getByRole("button", { name: "New org" }));
  const making = page.getByRole("dialog", { name: "New org" });
  await typeOver(page, making.getByRole("textbox", { name: "Name" }), "Keys alone");
  await keyboard.press("Enter");
  await page.waitForURL("**/orgs/keys-alone*");
  const slug = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const lead = page.getByRole("treeitem").first();
  await expect(lead).toBeVisible();

  // Two agents below the lead.
  await goToCanvas(page);
  await keyboard.press("F2");
  await keyboard.type("Chief");
  await keyboard.press("Enter");
  await expect(card(page, "Chief")).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type("Researcher");
  await keyboard.press("Enter");
  await expect(card(page, "Researcher")).toBeFocused();
  await keyboard.press("Shift+Tab");
  await keyboard.type("Writer");
  await waitUntilEditedAndSaved(page, () => keyboard.press("Enter"));
  await expect(card(page, "Writer")).toBeFocused();

  // What it is told, and a skill for it.
  await keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Identity" })).toBeFocused();
  await pressUntilFocused(page, "Tab", page.getByRole("textbox", { name: "Persona" }));
  await keyboard.press("ControlOrMeta+a");
  await waitUntilEditedAndSaved(page, () => keyboard.type("You write short."));
  // With nothing selected the skill waits for whoever is chosen.
  await goToCanvas(page);
  await keyboard.press("Escape");
  await pressUntilWithin(page, "F6", page.getByRole("complementary", { name: "Palette" }));
  await reach(page, "Tab", page.locator('[data-palette-item="skill:csv-figures"]'));
  await expect(page.getByRole("main").getByText("Choose the agent to grant")).toBeVisible();
  await keyboard.press("ArrowLeft");
  await expect(card(page, "Researcher")).toBeFocused();
  await keyboard.press("ArrowRight");
  await expect(card(page, "Writer")).toBeFocused();
  await waitUntilEditedAndSaved(page, () => keyboard.press("Enter"));
  await expect(page.locator("[data-announcer]")).toContainText("granted to Writer");

  // The line above it: how much may pass, and which tools.
  await goToCard(page, "Writer");
  await keyboard.press("l");
  const line = page.getByRole("region", { name: "Writer reports to Chief" });
  await expect(line).toBeFocused();
  await typeOver(page, line.getByLabel("Sessions at work at once"), "2");
  await typeOver(page, line.getByLabel("Tokens, in and out"), "5000");
  await reach(page, "Tab", line.getByRole("switch", { name: "Pass every tool on" }));
  await waitUntilEditedAndSaved(page, () =>
    reach(page, "Tab", line.getByRole("switch", { name: "Pass describe_table on" })),
  );
  await expect(line.getByRole("switch", { name: "Pass describe_table on" })).not.toBeChecked();
  await expect(page.getByText("2 at once · some tools · budget", { exact: true })).toBeVisible();
  await reach(page, "Shift+Tab", line.getByRole("button", { name: "Close the inspector" }));
  await expect(card(page, "Writer")).toBeFocused();
  const limited = (await query(api, "orgs.get", { idOrSlug: slug })).document;
  const idOf = (name: string) => limited.agents.find((agent: { name: string }) => agent.name === name)?.id;
  const drawn = limited.lines.find((one: { childId: string }) => one.childId === idOf("Writer"));
  expect(drawn).toMatchObject({ maxConcurrentSessions: 2, budget: { tokens: 5000 } });
  expect(drawn.tools).not.toContain("describe_table");
  expect(drawn.tools).toContain("ask_user");

  // Deleted and undone; then what stands there gets a name, so that it is kept, and is brought back after all was deleted.
  await waitUntilEditedAndSaved(page, () => keyboard.press("Delete"));
  await expect(card(page, "Writer")).toHaveCount(0);
  await waitUntilEditedAndSaved(page, () => keyboard.press("ControlOrMeta+z"));
  await expect(card(page, "Writer")).toBeVisible();
  await openVersion(page, /this one/);
  const name = page.getByRole("dialog").getByLabel("Name of this version");
  await typeOver(page, name, "With the writer");
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Save name" })).toBeDisabled();
  await keyboard.press("Escape");
  await expect(name).toHaveCount(0);
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await goToCanvas(page);
  await keyboard.press("ControlOrMeta+a");
  await waitUntilEditedAndSaved(page, () => keyboard.press("Delete"));
  await expect(page.getByRole("treeitem")).toHaveCount(0);
  await openVersion(page, /^With the writer/);
  const restore = page.getByRole("dialog").getByRole("button", { name: /^Restore version/ });
  await waitUntilEditedAndSaved(page, () => reach(page, "Tab", restore));
  await expect(card(page, "Writer")).toBeVisible();

  // Somebody else saves meanwhile: theirs of one agent, one's own of the other.
  const now = await query(api, "orgs.get", { idOrSlug: slug });
  const theirs = structuredClone(now.document);
  for (const agent of theirs.agents) if (agent.name === "Researcher") agent.role = "Reads theirs";
  await mutate(api, "orgs.save", { orgId: now.id, baseVersion: now.version, document: theirs });
  await goToCard(page, "Writer");
  await keyboard.press("F2");
  await keyboard.type("Author");
  await keyboard.press("Enter");
  const conflict = page.getByRole("dialog", { name: /was saved while you were editing/ });
  await expect(conflict).toBeVisible();
  await waitUntilEditedAndSaved(page, () =>
    reach(page, "Tab", conflict.getByRole("button", { name: /^Merge as version/ })),
  );
  const merged = (await query(api, "orgs.get", { idOrSlug: slug })).document;
  const told = merged.agents.map(({ name, role }: { name: string; role: string }) => [name, role]);
  expect(told).toContainEqual(["Researcher", "Reads theirs"]);
  expect(merged.agents.map(({ name }: { name: string }) => name)).toContain("Author");

  // Out of the app as files.
  await find(page, "orgs", /^Orgs/);
  await page.waitForURL("**/orgs");
  const downloading = page.waitForEvent("download");
  await reach(page, "Tab", page.getByRole("button", { name: "More for Keys alone" }));
  await reach(page, "ArrowDown", page.getByRole("menuitem", { name: "Export as files" }));
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${slug}.zip`);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe("PK");

  // And at work.
  await find(page, "Keys alone", /^Keys alone/);
  await page.waitForURL(`**/orgs/${slug}`);
  await expect(card(page, "Author")).toBeVisible();
  await typeOver(page, page.getByRole("textbox", { name: /task/i }).first(), "Say what you are.");
  await keyboard.press("ControlOrMeta+Enter");
  await page.waitForURL(/\/runs\//);
  await expect(card(page, "Chief")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { touches: number }).touches)).toBe(0);
});
