import { expect } from "@playwright/test";
import { query } from "./api.ts";
import { faultsInBothThemes } from "./faults-in-both-themes.ts";
import { card, drag, middleOf, openOrg, team, waitUntilAtRest, waitUntilEditedAndSaved } from "./org-page.ts";
import { test } from "./story.ts";

/** Pieces of an org: what is put down in a box, let go beside the canvas, copied while it is folded, or stands too deep; several at once. */

test("what is taken from the palette lights the box it is over, and belongs to it when it is let go", async ({
  page,
  baseURL,
  api,
}) => {
  const slug = await openOrg(page, baseURL, team);
  await card(page, "Analyst").click();
  await card(page, "Reviewer").click({ modifiers: ["Control"] });
  await waitUntilEditedAndSaved(page, () => page.keyboard.press("Control+g"));
  // Between the two there is room.
  const { x, y, height } = await middleOf(page.getByRole("treeitem", { name: /^Group Group 1, / }));
  const lit = page.locator(".group-box.is-target");
  for (const [item, count] of [
    [page.getByRole("button", { name: "Writer", exact: true }), 3],
    [page.locator('[data-palette-item^="note:"]'), 4],
  ] as const) {
    await item.scrollIntoViewIfNeeded();
    await drag(page, await middleOf(item), { x, y: y + height / 2 + 100 });
    await expect(lit).toHaveCount(0);
    await page.mouse.move(x, y, { steps: 4 });
    await expect(lit).toBeVisible();
    await waitUntilEditedAndSaved(page, () => page.mouse.up());
    await expect(lit).toHaveCount(0);
    await expect(page.getByRole("treeitem", { name: `Group Group 1, ${count} members` })).toBeVisible();
  }
  const { groups, agents, notes } = (await query(api, "orgs.get", { idOrSlug: slug })).document;
  expect(groups[0].members).toEqual(["analyst", "reviewer", agents.at(-1).id, notes[0].id]);
});

test("a line that is let go over a panel, or given up by Esc, makes nothing", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  const reviewer = card(page, "Reviewer");
  const lowerEdge = async () => {
    await waitUntilAtRest(reviewer);
    const { x, y, height } = await middleOf(reviewer);
    return { x, y: y + height / 2 - 3 };
  };
  const inspector = await middleOf(page.getByRole("complementary", { name: "Inspector" }));
  const line = page.locator(".org-line.is-draft");
  const first = await lowerEdge();
  await drag(page, first, { x: inspector.x, y: first.y + 60 });
  await expect(line).toHaveCount(1);
  await page.mouse.up();
  await expect(line).toHaveCount(0);
  await expect(page.locator(".react-flow__node-agent")).toHaveCount(3);

  // At the edge the view went along with the line.
  await page.keyboard.press("Shift+Digit1");
  const end = await lowerEdge();
  const free = { x: end.x - 80, y: end.y + 130 };
  await drag(page, end, free);
  await expect(line).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(line).toHaveCount(0);
  await page.mouse.move(free.x + 40, free.y, { steps: 3 });
  await page.mouse.up();
  await expect(page.locator(".react-flow__node-agent")).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();

  // The same drag to the same place, let go: what does make an agent.
  await drag(page, end, free);
  await page.mouse.up();
  await expect(page.locator(".react-flow__node-agent")).toHaveCount(4);
});

test("a folded agent is copied with those it hides, by menu, by palette and by key", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, [...team, { id: "deep", name: "Deep", x: 0, y: 340, parent: "analyst" }]);
  await card(page, "Analyst").click();
  await page.keyboard.press("c");
  await expect(card(page, "Deep")).toBeHidden();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  const ways: readonly (() => Promise<void>)[] = [
    async () => {
      await inspector.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Duplicate" }).click();
    },
    async () => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("Analyst");
      await expect(page.getByRole("option", { name: /^Analyst Reports to/ })).toHaveAttribute(
        "aria-selected",
        "true",
      );
      await page.keyboard.press("ArrowRight");
      await page.getByRole("option", { name: "Duplicate Analyst" }).click();
    },
    () => page.keyboard.press("Control+d"),
  ];
  for (const copy of ways) {
    await card(page, "Analyst").click();
    await copy();
    await expect(card(page, "Deep 2")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(card(page, "Deep 2")).toHaveCount(0);
    await expect(card(page, "Analyst 2")).toHaveCount(0);
  }
  // Of several that are selected as well.
  await card(page, "Reviewer").click();
  await card(page, "Analyst").click({ modifiers: ["Control"] });
  await inspector.getByRole("button", { name: "Duplicate" }).click();
  await expect(card(page, "Deep 2")).toBeVisible();
  await expect(card(page, "Reviewer 2")).toBeVisible();
});

test("an agent that stands too deep to be called is told, in the list of problems and in the X-ray", async ({
  page,
  baseURL,
}) => {
  const names = ["One", "Two", "Three", "Four", "Five", "Six"];
  await openOrg(
    page,
    baseURL,
    names.map((name, level) => ({
      id: name.toLowerCase(),
      name,
      x: 0,
      y: level * 168,
      ...(level === 0 ? {} : { parent: (names[level - 1] ?? "").toLowerCase() }),
    })),
  );
  const words =
    "Six is never called: it stands 5 levels below One, and the levels of delegation of Five end above it. Set them to 5 under Limits.";
  await page.getByRole("button", { name: /warning/ }).click();
  await expect(page.getByRole("button", { name: `warning: ${words}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "X-ray" }).click();
  const xray = page.getByRole("dialog", { name: "X-ray" });
  await expect(xray.getByText(words)).toBeVisible();
  await xray.getByRole("button", { name: `Show: ${words}` }).click();
  await waitUntilAtRest(card(page, "Six"));

  await card(page, "Five").click();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByRole("tab", { name: "Limits" }).click();
  await inspector.getByLabel("Levels of delegation").fill("5");
  await page.getByRole("button", { name: "X-ray" }).click();
  await expect(xray.getByText("Deepest: One → Two → Three → Four → Five → Six")).toBeVisible();
  await expect(xray.getByText(words)).toHaveCount(0);
});

test("notes and groups that are selected together are brought level, a group with what it holds", async ({
  page,
  baseURL,
  api,
}) => {
  const slug = await openOrg(page, baseURL, team);
  await card(page, "Analyst").click();
  await waitUntilEditedAndSaved(page, () => page.keyboard.press("Control+g"));
  const note = page.locator('[data-palette-item^="note:"]');
  await note.scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(card(page, "Lead"));
  await drag(page, await middleOf(note), { x, y: y + 300 });
  await waitUntilEditedAndSaved(page, () => page.mouse.up());
  await page.locator(".group-name").getByText("Group 1").click();
  await page.locator(".react-flow__node-note").click({ modifiers: ["Control"] });
  await expect(page.getByRole("heading", { name: "2 cards selected" })).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await waitUntilEditedAndSaved(page, () => page.getByRole("button", { name: "Align top edges" }).click());
  const before = { analyst: 168, group: 168 - 44 };
  const { groups, notes, agents } = (await query(api, "orgs.get", { idOrSlug: slug })).document;
  expect(notes[0].position.y).toBe(groups[0].position.y);
  expect(agents[1].position.y - groups[0].position.y).toBe(before.analyst - before.group);
  await expect(page.getByRole("button", { name: "Spread evenly across" })).toBeDisabled();
});

test("what the bar offers is found by its words too, and a new parent is chosen in the inspector", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  const choose = async (words: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(words);
    await page.getByRole("option", { name: new RegExp(`^${words}`) }).click();
  };
  await choose("Show the X-ray");
  await expect(page.getByRole("dialog", { name: "X-ray" })).toBeVisible();
  await page.keyboard.press("Escape");
  await choose("Show the versions");
  await expect(page.getByRole("dialog", { name: "Versions" })).toBeVisible();
  await page.keyboard.press("Escape");

  await card(page, "Reviewer").click();
  const above = page.getByRole("combobox", { name: "Reports to" });
  await expect(above).toHaveText("Lead");
  await above.click();
  await expect(page.getByRole("option")).toHaveCount(3);
  await page.getByRole("option", { name: "Analyst" }).click();
  await expect(above).toHaveText("Analyst");
  await above.press("Enter");
  await expect(page.getByRole("option", { name: "Analyst" })).toHaveAttribute("data-state", "checked");
  await page.getByRole("option", { name: "Nobody" }).click();
  await expect(above).toHaveText("Nobody");

  await page.getByRole("textbox", { name: /task/i }).first().fill("Say what you are.");
  await choose("Run the task");
  await page.waitForURL(/\/runs\//);
});
