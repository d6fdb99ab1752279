import { expect, test } from "@playwright/test";
import { mutate, query } from "./api.ts";
import { faultsInBothThemes } from "./faults-in-both-themes.ts";
import { card, drag, middleOf, openOrg, team, waitUntilEditedAndSaved, waitUntilSaved } from "./org-page.ts";

/** The designer's story: build an org by mouse and by keyboard, and find it again exactly as it was left. */

test("an org is built with the mouse and is there again after a reload", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, []);
  await expect(page.getByText("No agents yet")).toBeVisible();
  await page.getByRole("button", { name: "Add a lead" }).click();
  await expect(card(page, "Coordinator")).toBeVisible();

  // Out of the palette onto the canvas, then a line from the lead's lower edge to it.
  const canvas = await middleOf(page.getByRole("tree"));
  const template = await middleOf(page.getByRole("button", { name: "Writer", exact: true }));
  await drag(page, template, { x: canvas.x + 120, y: canvas.y + 40 });
  await page.mouse.up();
  await expect(card(page, "Writer")).toBeVisible();
  const lead = await middleOf(card(page, "Coordinator"));
  await drag(page, { x: lead.x, y: lead.y + lead.height / 2 - 3 }, await middleOf(card(page, "Writer")));
  await expect(card(page, "Writer")).toHaveClass(/is-target/);
  await page.mouse.up();
  await expect(card(page, "Writer")).not.toHaveClass(/is-target/);
  await card(page, "Writer").click();
  await expect(page.getByText("Reports to Coordinator", { exact: true })).toBeVisible();

  // From the handle into empty space: a new child, named at once.
  const writer = await middleOf(card(page, "Writer"));
  await page.keyboard.press("Escape");
  await drag(
    page,
    { x: writer.x, y: writer.y + writer.height / 2 - 3 },
    { x: writer.x - 200, y: writer.y + 120 },
  );
  await page.mouse.up();
  await page.getByRole("textbox", { name: "Name" }).first().fill("Proof reader");
  await waitUntilEditedAndSaved(page, () => page.keyboard.press("Enter"));

  // The plus of a selected card can be dragged as well.
  await card(page, "Writer").click();
  const plus = await middleOf(page.locator(".add-handle"));
  await drag(page, plus, { x: plus.x + 230, y: plus.y + 60 });
  await page.mouse.up();
  await page.getByRole("textbox", { name: "Name" }).first().fill("Editor");
  await waitUntilEditedAndSaved(page, () => page.keyboard.press("Enter"));

  await page.reload();
  for (const name of ["Coordinator", "Writer", "Proof reader", "Editor"])
    await expect(card(page, name)).toBeVisible();
  await card(page, "Proof reader").click();
  await expect(page.getByText("Reports to Writer", { exact: true })).toBeVisible();
});

test("a note and a group land where they are let go", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  const [lead, analyst] = [await middleOf(card(page, "Lead")), await middleOf(card(page, "Analyst"))];
  const drops = [
    ["note", page.getByRole("treeitem", { name: "Empty note" }), { x: analyst.x, y: lead.y }],
    ["group", page.getByRole("treeitem", { name: /^Group / }), { x: lead.x, y: analyst.y + 220 }],
  ] as const;
  for (const [kind, item, place] of drops) {
    const offered = page.locator(`[data-palette-item^="${kind}:"]`);
    await offered.scrollIntoViewIfNeeded();
    await drag(page, await middleOf(offered), place);
    await waitUntilEditedAndSaved(page, () => page.mouse.up());
    const middle = await middleOf(item);
    // As near as the grid allows.
    expect(Math.abs(middle.x - place.x), kind).toBeLessThanOrEqual(3);
    expect(Math.abs(middle.y - place.y), kind).toBeLessThanOrEqual(3);
  }
  await page.reload();
  for (const [kind, item] of drops) await expect(item, kind).toBeVisible();
});

test("a skill is granted by dropping it on a card, which says what it costs", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  const skill = page.locator('[data-palette-item^="skill:"]').first();
  const name = (await skill.getAttribute("data-palette-item"))?.slice("skill:".length) ?? "";
  await drag(page, await middleOf(skill), await middleOf(card(page, "Analyst")));
  await expect(page.getByText("Grant to Analyst")).toBeVisible();
  await expect(page.getByText(/\+\d+ tokens a turn/)).toBeVisible();
  await expect(card(page, "Analyst")).toHaveClass(/is-target/);
  await waitUntilEditedAndSaved(page, () => page.mouse.up());

  await page.reload();
  await card(page, "Analyst").click();
  await page.getByRole("tab", { name: "Skills" }).click();
  await expect(page.getByRole("switch", { name })).toBeChecked();
});

test("a server and a toolbox are granted by dropping them on a card, and are there after a reload", async ({
  page,
  baseURL,
}) => {
  const slug = await openOrg(page, baseURL, team);
  for (const kind of ["mcp", "toolbox"]) {
    const item = page.locator(`[data-palette-item^="${kind}:"]`).first();
    await item.scrollIntoViewIfNeeded();
    await drag(page, await middleOf(item), await middleOf(card(page, "Reviewer")));
    await expect(page.getByText("Grant to Reviewer")).toBeVisible();
    await expect(card(page, "Reviewer")).toHaveClass(/is-target/);
    await waitUntilEditedAndSaved(page, () => page.mouse.up());
  }
  await page.reload();
  await expect(card(page, "Reviewer")).toBeVisible();
  const { document } = await query({ request: page.request, baseURL }, "orgs.get", { idOrSlug: slug });
  const reviewer = document.agents.find((agent: { name: string }) => agent.name === "Reviewer");
  expect(reviewer.mcp).toHaveLength(1);
  expect(reviewer.toolboxes).toHaveLength(1);
});

test("nothing is undone across a reload: the drawing stays as it was saved, and there is nothing to undo", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  await card(page, "Reviewer").click();
  await waitUntilEditedAndSaved(page, () => page.keyboard.press("Delete"));
  await expect(page.getByRole("button", { name: "Undo", exact: true }).first()).toBeEnabled();
  await page.reload();
  await expect(card(page, "Analyst")).toBeVisible();
  await expect(card(page, "Reviewer")).toHaveCount(0);
  await expect(
    page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Undo" }),
  ).toBeDisabled();
  await card(page, "Analyst").focus();
  await page.keyboard.press("Control+z");
  await expect(card(page, "Reviewer")).toHaveCount(0);
});

test("an agent is refused as its own parent, with the reason at the cursor", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  const analyst = await middleOf(card(page, "Analyst"));
  await drag(page, { x: analyst.x, y: analyst.y + analyst.height / 2 - 3 }, analyst);
  await expect(page.getByText("Would report to itself", { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText("Would report to itself", { exact: true })).toBeHidden();
  await expect(page.getByRole("treeitem")).toHaveCount(team.length);
});

test("a line that would make a loop is refused with its reason at the cursor", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  const analyst = await middleOf(card(page, "Analyst"));
  await drag(
    page,
    { x: analyst.x, y: analyst.y + analyst.height / 2 - 3 },
    await middleOf(card(page, "Lead")),
  );
  await expect(page.getByText("Would be a loop", { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText("Would be a loop", { exact: true })).toBeHidden();

  const lead = await middleOf(card(page, "Reviewer"));
  await drag(page, { x: lead.x, y: lead.y + lead.height / 2 - 3 }, await middleOf(card(page, "Analyst")));
  await expect(page.getByText("Analyst already reports to Lead")).toBeVisible();
  await page.mouse.up();
  await expect(card(page, "Analyst")).toHaveAttribute("aria-level", "2");
});

test("everything can be undone and done again, and a deletion offers it at once", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  const before = await middleOf(card(page, "Analyst"));
  await drag(page, before, { x: before.x + 60, y: before.y + 170 });
  await page.mouse.up();
  const after = await middleOf(card(page, "Analyst"));
  expect(Math.abs(after.y - before.y)).toBeGreaterThan(100);
  await page.keyboard.press("Control+z");
  await expect
    .poll(async () => Math.round((await middleOf(card(page, "Analyst"))).y))
    .toBe(Math.round(before.y));
  await page.keyboard.press("Control+y");
  await expect
    .poll(async () => Math.round((await middleOf(card(page, "Analyst"))).y))
    .toBe(Math.round(after.y));

  await card(page, "Reviewer").click();
  await page.keyboard.press("Delete");
  await expect(card(page, "Reviewer")).toBeHidden();
  const message = page.getByText("Reviewer deleted, with 1 line", { exact: true }).last();
  await expect(message).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(card(page, "Reviewer")).toBeVisible();
});

test("what is typed in the inspector is kept", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  await card(page, "Reviewer").click();
  await page.getByRole("textbox", { name: "Role" }).fill("Reads the fine print");
  const persona = page.getByRole("textbox", { name: "Persona" });
  await persona.click();
  await page.keyboard.press("Control+a");
  await waitUntilEditedAndSaved(page, () => page.keyboard.type("You read **everything** twice."));
  await page.reload();
  await card(page, "Reviewer").click();
  await expect(page.getByRole("textbox", { name: "Role" })).toHaveValue("Reads the fine print");
  await expect(page.getByRole("textbox", { name: "Persona" })).toContainText(
    "You read **everything** twice.",
  );
});

test("a stale save in a second tab shows both versions and loses neither", async ({
  page,
  baseURL,
  context,
}) => {
  const slug = await openOrg(page, baseURL, team);
  const second = await context.newPage();
  await second.goto(`/orgs/${slug}`);
  await expect(card(second, "Reviewer")).toBeVisible();

  await card(page, "Analyst").click();
  await waitUntilEditedAndSaved(page, () =>
    page.getByRole("textbox", { name: "Role" }).fill("From the first tab"),
  );

  await card(second, "Reviewer").click();
  await second.getByRole("textbox", { name: "Role" }).fill("From the second tab");
  const dialog = second.getByRole("dialog", { name: /was saved while you were editing/ });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText("Analyst", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Reviewer", { exact: true })).toBeVisible();
  expect(await faultsInBothThemes(second)).toEqual([]);
  await dialog.getByRole("button", { name: /^Merge as version/ }).click();
  await expect(dialog).toBeHidden();
  await waitUntilSaved(second);

  await page.reload();
  await card(page, "Analyst").click();
  await expect(page.getByRole("textbox", { name: "Role" })).toHaveValue("From the first tab");
  await card(page, "Reviewer").click();
  await expect(page.getByRole("textbox", { name: "Role" })).toHaveValue("From the second tab");
});

test("where both changed one agent, each side can be chosen, kept whole or taken whole", async ({
  page,
  baseURL,
}) => {
  const slug = await openOrg(page, baseURL, team);
  const api = { request: page.request, baseURL };
  const now = () => query(api, "orgs.get", { idOrSlug: slug });
  const role = page.getByRole("textbox", { name: "Role" });
  const dialog = page.getByRole("dialog", { name: /was saved while you were editing/ });
  /** Both sides give the reviewer another role, and the dialog is asked for an answer. */
  const disagree = async (mine: string, theirs: string) => {
    const { id: orgId, version: baseVersion, document } = await now();
    const agents = document.agents.map((agent: { id: string }) =>
      agent.id === "reviewer" ? { ...agent, role: theirs } : agent,
    );
    await mutate(api, "orgs.save", { orgId, baseVersion, document: { ...document, agents } });
    await card(page, "Reviewer").click();
    await role.fill(mine);
    await expect(dialog.getByText("Reviewer", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("radio", { name: `Yours: role “${mine}”` })).toBeChecked();
    await expect(dialog.getByRole("radio", { name: `Theirs: role “${theirs}”` })).toBeVisible();
  };
  const roleNow = async () =>
    (await now()).document.agents.find((agent: { id: string }) => agent.id === "reviewer").role;

  await disagree("Mine at first", "Theirs at first");
  await dialog.getByRole("radio", { name: /^Theirs/ }).check();
  await waitUntilEditedAndSaved(page, () =>
    dialog.getByRole("button", { name: /^Merge as version/ }).click(),
  );
  expect(await roleNow()).toBe("Theirs at first");
  await expect(role).toHaveValue("Theirs at first");

  await disagree("Mine is kept", "Theirs is not");
  await waitUntilEditedAndSaved(page, () => dialog.getByRole("button", { name: "Keep mine" }).click());
  expect(await roleNow()).toBe("Mine is kept");

  await disagree("Mine is not", "Theirs is taken");
  await dialog.getByRole("button", { name: "Take theirs" }).click();
  await expect(role).toHaveValue("Theirs is taken");
  expect(await roleNow()).toBe("Theirs is taken");
  await waitUntilSaved(page);
});

test("a save that alone is not answered is tried again at its pace, and the page is not offline", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  const tried: number[] = [];
  await card(page, "Reviewer").click();
  await waitUntilEditedAndSaved(page, () => page.keyboard.press("Delete"));
  await waitUntilEditedAndSaved(page, () => page.keyboard.press("ControlOrMeta+z"));
  await page.route("**/api/trpc/orgs.save**", (route) => {
    tried.push(Date.now());
    return route.abort();
  });
  await card(page, "Reviewer").click();
  await page.getByRole("textbox", { name: "Role" }).fill("Typed on a bad line");
  // What was saved before is not counted.
  await expect(
    page.getByRole("banner").getByText("Offline, 1 change kept here", { exact: true }),
  ).toBeVisible();
  const told = page.getByRole("banner").getByRole("status");
  await expect(told).toContainText("1 change is kept here and saved when the connection is back");
  await expect.poll(() => tried.length).toBe(3);
  const [first = 0, second = 0, third = 0] = tried;
  expect(second - first).toBeGreaterThan(1_900);
  expect(third - second).toBeGreaterThan(3_900);
  await expect(page.getByText("Offline since")).toBeHidden();
  await page.unroute("**/api/trpc/orgs.save**");
  await waitUntilSaved(page);
  await expect(told).toHaveText("Saved again");
});

test("edits that cannot be saved are kept in the browser and offered after a reload", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  await page.route("**/api/trpc/orgs.save**", (route) => route.abort());
  await card(page, "Reviewer").click();
  await page.getByRole("textbox", { name: "Role" }).fill("Typed without a server");
  await expect(
    page.getByRole("banner").getByText("Offline, 1 change kept here", { exact: true }),
  ).toBeVisible();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.unroute("**/api/trpc/orgs.save**");
  await expect(page.getByText("were not saved.")).toBeVisible();
  await waitUntilEditedAndSaved(page, () => page.getByRole("button", { name: "Restore" }).click());
  await card(page, "Reviewer").click();
  await expect(page.getByRole("textbox", { name: "Role" })).toHaveValue("Typed without a server");
});
