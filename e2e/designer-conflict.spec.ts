import { expect, type Page } from "@playwright/test";
import { type Api, mutate, query } from "./api.ts";
import { card, openOrg, team, waitUntilEditedAndSaved, waitUntilSaved } from "./org-page.ts";
import { test } from "./story.ts";

/** Two versions of one org, and what undo comes to afterwards. */

/** Somebody else saves the org, with one agent or line another than it was. */
async function saveElsewhere(api: Api, slug: string, change: { agent?: object; line?: object }) {
  const { id: orgId, version: baseVersion, document } = await query(api, "orgs.get", { idOrSlug: slug });
  const changed = (items: readonly { id: string }[], id: string, patch: object = {}) =>
    items.map((item) => (item.id === id ? { ...item, ...patch } : item));
  const agents = changed(document.agents, "analyst", change.agent);
  const lines = changed(document.lines, "line-analyst", change.line);
  await mutate(api, "orgs.save", { orgId, baseVersion, document: { ...document, agents, lines } });
}

const conflictOf = (page: Page) => page.getByRole("dialog", { name: /was saved while you were editing/ });

test("undo outlives keeping one's own drawing, and nothing brings it back once theirs was taken", async ({
  page,
  baseURL,
  api,
}) => {
  const slug = await openOrg(page, baseURL, team);
  const persona = page.getByRole("textbox", { name: "Persona" });
  const dialog = conflictOf(page);
  await card(page, "Analyst").click();
  await expect(persona).toHaveText("You work.");

  await saveElsewhere(api, slug, { agent: { persona: "Theirs, which is not kept." } });
  await persona.fill("Mine, which is kept.");
  await waitUntilEditedAndSaved(page, () => dialog.getByRole("button", { name: "Keep mine" }).click());
  await expect(persona).toHaveText("Mine, which is kept.");
  await waitUntilEditedAndSaved(page, () => page.getByRole("button", { name: "Undo" }).click());
  await expect(persona).toHaveText("You work.");

  await saveElsewhere(api, slug, { agent: { persona: "Theirs, which is taken." } });
  await persona.fill("Mine, which is not.");
  await dialog.getByRole("button", { name: "Take theirs" }).click();
  await expect(persona).toHaveText("Theirs, which is taken.");
  await waitUntilSaved(page);
  await persona.click();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("End");
  await page.keyboard.type(" Both.");
  await expect(persona).toHaveText("Theirs, which is taken. Both.");
});

test("a merge names the line that would make a loop, and is undone in one step", async ({
  page,
  baseURL,
  api,
}) => {
  const slug = await openOrg(page, baseURL, team);
  await card(page, "Reviewer").click();
  await saveElsewhere(api, slug, { line: { parentId: "reviewer" } });
  await page.getByRole("combobox", { name: "Reports to" }).click();
  await page.getByRole("option", { name: "Analyst" }).click();
  const dialog = conflictOf(page);
  const left = dialog.getByText("A merge leaves out the line from ");
  await expect(left).toHaveText("A merge leaves out the line from Analyst to Reviewer (it would be a loop).");
  await dialog.getByRole("radio", { name: "Yours" }).first().check();
  await expect(left).toBeHidden();
  await dialog.getByRole("radio", { name: "Theirs" }).first().check();
  await waitUntilEditedAndSaved(page, () =>
    dialog.getByRole("button", { name: /^Merge as version/ }).click(),
  );
  await expect(page.locator("[data-announcer]")).toHaveText(
    "Merged without the line from Analyst to Reviewer (it would be a loop)",
  );
  await waitUntilEditedAndSaved(page, () => page.getByRole("button", { name: "Undo" }).click());
  const { lines } = (await query(api, "orgs.get", { idOrSlug: slug })).document;
  expect(lines.map(({ parentId, childId }: Record<string, string>) => `${parentId} > ${childId}`)).toEqual([
    "lead > analyst",
    "analyst > reviewer",
  ]);
});
