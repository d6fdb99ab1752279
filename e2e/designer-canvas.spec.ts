import { expect, type Page, test } from "@playwright/test";
import { type Api, mutate, query } from "./api.ts";
import { faultsInBothThemes } from "./faults-in-both-themes.ts";
import { card, drag, middleOf, openOrg, team, waitUntilAtRest, waitUntilEditedAndSaved } from "./org-page.ts";

/** The designer's canvas: marquee, guides, groups, folds, layouts, the clipboard, problems, a menu under a finger. */

async function savedDocument(api: Api, slug: string) {
  return (await query(api, "orgs.get", { idOrSlug: slug })).document;
}

/** Pixels from the second card to the first; the view may have moved meanwhile. */
async function distance(page: Page, axis: "x" | "y", [one, other]: readonly [string, string]) {
  return Math.round((await middleOf(card(page, one)))[axis] - (await middleOf(card(page, other)))[axis]);
}

/** Presses Shift and draws a frame with the mouse. */
async function frame(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.keyboard.down("Shift");
  await drag(page, from, to);
  await page.mouse.up();
  await page.keyboard.up("Shift");
}

test("a frame selects, the selection is brought level and spread, and one undo takes it back", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, [...team, { id: "extra", name: "Extra", x: 200, y: 300, parent: "lead" }]);
  const [left, right] = [await middleOf(card(page, "Analyst")), await middleOf(card(page, "Reviewer"))];
  const low = await middleOf(card(page, "Extra"));
  await frame(
    page,
    { x: left.x - left.width / 2 - 10, y: left.y - left.height / 2 - 14 },
    { x: right.x + right.width / 2 + 10, y: low.y + low.height / 2 + 10 },
  );
  await expect(page.getByRole("heading", { name: "3 agents selected" })).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Align top edges" }).click();
  await expect.poll(() => distance(page, "y", ["Extra", "Analyst"])).toBe(0);
  await page.getByRole("button", { name: "Spread evenly across" }).click();
  await expect.poll(() => distance(page, "x", ["Extra", "Analyst"])).toBe(Math.round((right.x - left.x) / 2));
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect.poll(() => distance(page, "y", ["Extra", "Analyst"])).toBe(Math.round(low.y - left.y));
});

test("a dragged card snaps level with its neighbour along a guide", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  const [analyst, reviewer] = [await middleOf(card(page, "Analyst")), await middleOf(card(page, "Reviewer"))];
  await drag(page, reviewer, { x: reviewer.x + 20, y: reviewer.y + 120 });
  await page.mouse.move(reviewer.x + 20, analyst.y + 4, { steps: 6 });
  await expect(page.locator("[data-guide]").first()).toBeVisible();
  await page.mouse.up();
  await expect(page.locator("[data-guide]")).toHaveCount(0);
  expect(await distance(page, "y", ["Reviewer", "Analyst"])).toBe(0);
});

test("a group holds what is dropped in it, moves with it, folds to one card and is there after a reload", async ({
  page,
  baseURL,
  request,
}) => {
  const slug = await openOrg(page, baseURL, team);
  await card(page, "Analyst").click();
  await waitUntilEditedAndSaved(page, () => page.keyboard.press("Control+g"));
  const group = page.getByRole("treeitem", { name: /^Group Group 1, 1 member/ });
  await expect(group).toBeVisible();
  // Its name is saved before the next edit, so that the next save is the drop's.
  await waitUntilEditedAndSaved(page, () => page.getByRole("textbox", { name: "Name" }).fill("Numbers"));

  // Another card is dropped in: the box lights up first.
  const box = await middleOf(page.getByRole("treeitem", { name: /^Group Numbers/ }));
  await drag(page, await middleOf(card(page, "Reviewer")), { x: box.x + 10, y: box.y + 30 });
  await expect(page.locator(".group-box.is-target")).toBeVisible();
  await waitUntilEditedAndSaved(page, () => page.mouse.up());
  const [saved] = (await savedDocument({ request, baseURL }, slug)).groups;
  expect(saved).toMatchObject({ name: "Numbers", members: ["analyst", "reviewer"] });

  // The name is the handle: both cards go along.
  const before = await middleOf(card(page, "Reviewer"));
  const name = await middleOf(page.locator(".group-name").getByText("Numbers"));
  await drag(page, name, { x: name.x + 60, y: name.y + 80 });
  await page.mouse.up();
  const after = await middleOf(card(page, "Reviewer"));
  expect(after.x - before.x).toBeGreaterThan(40);
  expect(after.y - before.y).toBeGreaterThan(60);
  const nameAfter = await middleOf(page.locator(".group-name").getByText("Numbers"));
  expect(Math.round(nameAfter.y - name.y)).toBe(Math.round(after.y - before.y));

  await waitUntilEditedAndSaved(page, async () => {
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+y");
  });
  await page.getByRole("button", { name: "Fold Numbers" }).click();
  await expect(card(page, "Reviewer")).toBeHidden();
  await expect(page.getByText("2 members folded away")).toBeVisible();
  await page.reload();
  await expect(page.getByText("2 members folded away")).toBeVisible();
  await page.getByRole("button", { name: "Unfold Numbers" }).click();
  await expect(card(page, "Reviewer")).toBeVisible();
});

test("what is below an agent is folded away with its count, and a search unfolds it", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, [...team, { id: "deep", name: "Deep", x: 0, y: 340, parent: "analyst" }]);
  await card(page, "Lead").click();
  await page.keyboard.press("c");
  await expect(card(page, "Deep")).toBeHidden();
  await expect(page.getByText("+3", { exact: true })).toBeVisible();
  await expect(card(page, "Lead")).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Deep");
  await page.getByRole("option", { name: /Deep/ }).first().click();
  await expect(card(page, "Deep")).toBeVisible();
  await expect(card(page, "Deep")).toBeFocused();
});

test("an agent that is found is given a child, shown with its tools and deleted from the palette, by keys alone", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  const find = async (name: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(name);
    await expect(page.getByRole("option", { name: new RegExp(`^${name} Reports to`) })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  };
  await find("Reviewer");
  // What is most likely wanted stands right below what was found.
  await expect(page.getByRole("option", { name: /^Run from Reviewer/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: /^Add a child to Reviewer/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /name/i }).first()).toBeFocused();
  await page.keyboard.type("Second reader");
  await page.keyboard.press("Enter");
  await expect(card(page, "Second reader")).toBeVisible();

  await find("Analyst");
  await page.keyboard.press("ArrowRight");
  const options = page.getByRole("option");
  await expect(options.filter({ hasText: "Delete Analyst" })).toBeVisible();
  await expect(options.filter({ hasText: "New org" })).toHaveCount(0);
  // Esc goes back to what was found first.
  await page.keyboard.press("Escape");
  await expect(options.filter({ hasText: "New org" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await find("Analyst");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("tools");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Tools" })).toHaveAttribute("aria-selected", "true");
  await find("Analyst");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("delete");
  await page.keyboard.press("Enter");
  await expect(card(page, "Analyst")).toHaveCount(0);
});

test("the org is laid out top down and left to right, and keeps growing that way", async ({
  page,
  baseURL,
  request,
}) => {
  const slug = await openOrg(page, baseURL, team);
  await waitUntilEditedAndSaved(page, () =>
    page.getByRole("button", { name: "Tidy, left to right" }).click(),
  );
  const [lead, analyst, reviewer] = [
    await middleOf(card(page, "Lead")),
    await middleOf(card(page, "Analyst")),
    await middleOf(card(page, "Reviewer")),
  ];
  expect(analyst.x).toBeGreaterThan(lead.x + lead.width / 2);
  expect(Math.round(reviewer.x)).toBe(Math.round(analyst.x));
  expect((await savedDocument({ request, baseURL }, slug)).direction).toBe("right");
  await card(page, "Lead").click();
  await page.keyboard.press("ArrowRight");
  await expect(card(page, "Analyst")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  expect(await distance(page, "x", ["Agent", "Analyst"])).toBeGreaterThan(analyst.width);

  await page.getByRole("button", { name: "Tidy, top down" }).click();
  await expect
    .poll(async () => (await middleOf(card(page, "Analyst"))).y - (await middleOf(card(page, "Lead"))).y)
    .toBeGreaterThan(80);
});

test("agents are copied into another org, with their lines and their group", async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openOrg(page, baseURL, team);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+g");
  await page.keyboard.press("Control+c");
  await expect(page.locator("[data-announcer]")).toContainText("copied");
  await openOrg(page, baseURL, [{ id: "boss", name: "Boss", x: 0, y: 0 }]);
  await card(page, "Boss").click();
  await page.keyboard.press("Control+v");
  await expect(card(page, "Analyst")).toBeVisible();
  await expect(card(page, "Analyst")).toHaveAttribute("aria-level", "3");
  await expect(page.getByRole("treeitem", { name: /^Group Group 1, 3 members/ })).toBeVisible();
  // All that was pasted comes into view, not only its first card.
  await expect(card(page, "Reviewer")).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press("Control+z");
  await expect(card(page, "Analyst")).toBeHidden();

  // Cut takes away, and what was cut can be put elsewhere.
  await page.keyboard.press("Control+y");
  await card(page, "Reviewer").click();
  await page.keyboard.press("Control+x");
  await expect(card(page, "Reviewer")).toBeHidden();
  await card(page, "Boss").click();
  await page.keyboard.press("Control+v");
  await expect(card(page, "Reviewer")).toHaveAttribute("aria-level", "2");

  // Anything else on the clipboard changes nothing.
  await page.evaluate(() => navigator.clipboard.writeText('{"kind":"openhive/agents","agents":[{}]}'));
  await page.keyboard.press("Control+v");
  await expect(page.getByText("The clipboard holds no agents that can be read")).toBeVisible();
});

test("the list of problems jumps to its place", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, [...team, { id: "stray", name: "Stray", x: 4_000, y: 2_000 }]);
  await page.getByRole("banner").getByRole("button", { name: "1 warning" }).click();
  await page.getByRole("button", { name: /Stray reports to nobody/ }).click();
  await expect(card(page, "Stray")).toBeFocused();
  await expect(card(page, "Stray")).toBeInViewport();
});

test("the list of problems grows and shrinks with the drawing, and names each thing that is wrong", async ({
  page,
  baseURL,
}) => {
  const slug = `designer-${Math.random().toString(36).slice(2, 10)}`;
  const agent = (id: string, more: object) => ({
    id,
    name: id,
    persona: "You work.",
    position: { x: 0, y: 0 },
    ...more,
  });
  const agents = [
    agent("Boss", { disabledTools: ["run_shell"], position: { x: 252, y: 0 } }),
    agent("Keyless", { model: { provider: "anthropic", model: "m" }, position: { x: 0, y: 168 } }),
    agent("Unskilled", { skills: ["no-such-skill"], position: { x: 252, y: 168 } }),
    agent("Unplugged", { mcp: [{ server: "no-such-server" }], position: { x: 504, y: 168 } }),
    agent("Silent", { persona: " ", disabledTools: ["run_shell"], position: { x: 756, y: 168 } }),
    agent("Unlisted", {
      model: { provider: "rehearsal", model: "of-yesterday" },
      disabledTools: ["run_shell"],
      position: { x: 1008, y: 168 },
    }),
  ];
  const lines = agents.slice(1).map(({ id }) => ({ id: `to-${id}`, parentId: "Boss", childId: id }));
  await mutate({ request: page.request, baseURL }, "orgs.create", {
    slug,
    document: { name: "Much to mend", task: "", agents, lines },
  });
  await page.goto(`/orgs/${slug}`);
  const button = page.getByRole("banner").getByRole("button", { name: "8 warnings" });
  await button.click();
  const list = page.getByRole("dialog", { name: "What is wrong" });
  for (const words of [
    "Keyless uses Anthropic, which has no key",
    "Unlisted uses the model of-yesterday, which Rehearsal does not list",
    "Unskilled has the skill no-such-skill, which is not there",
    "Unplugged has the MCP server no-such-server, which is not connected",
    "Silent has no persona",
    "Keyless may use run_shell, which Boss above it may not",
  ])
    await expect(list.getByRole("button", { name: new RegExp(words) })).toBeVisible();
  await list.getByRole("button", { name: /Silent has no persona/ }).click();
  await expect(card(page, "Silent")).toBeFocused();

  // What is mended leaves the list, what breaks comes in, without a reload.
  await page.keyboard.press("Delete");
  await expect(page.getByRole("banner").getByRole("button", { name: "7 warnings" })).toBeVisible();
  await card(page, "Boss").click();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("banner").getByRole("button", { name: /^1 error/ })).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^1 error/ })
    .click();
  await expect(list.getByText(/The org has no lead/)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger pans, a tap opens the agent's sheet, a resting finger its menu, two zoom", async ({
    page,
    baseURL,
  }) => {
    await openOrg(page, baseURL, team);
    await card(page, "Lead").tap();
    await expect(page.getByRole("dialog", { name: "Lead" })).toBeVisible();
    await page.getByRole("dialog", { name: "Lead" }).getByRole("button", { name: "Close" }).tap();
    await expect(page.getByRole("dialog", { name: "Lead" })).toBeHidden();

    const lead = await middleOf(card(page, "Lead"));
    const touch = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await send("touchStart", [{ x: lead.x, y: lead.y }]);
    await expect(page.getByRole("menuitem", { name: "Add a child" })).toBeVisible();
    await send("touchEnd", []);
    await page.getByRole("menuitem", { name: "Add a child" }).tap();
    await expect(page.getByRole("textbox", { name: "Name" }).first()).toBeVisible();

    await page.keyboard.press("Escape");
    await waitUntilAtRest(card(page, "Lead"));
    const before = await middleOf(card(page, "Lead"));
    await send("touchStart", [{ x: 40, y: 420 }]);
    for (const step of [1, 2, 3, 4]) await send("touchMove", [{ x: 40 + step * 20, y: 420 }]);
    await send("touchEnd", []);
    await expect.poll(async () => (await middleOf(card(page, "Lead"))).x).toBeGreaterThan(before.x + 30);

    const { width } = await middleOf(card(page, "Lead"));
    const pinch = (apart: number) => [
      { x: 195 - apart, y: 420 },
      { x: 195 + apart, y: 420 },
    ];
    await send("touchStart", pinch(40));
    for (const apart of [50, 60, 70, 80]) await send("touchMove", pinch(apart));
    await send("touchEnd", []);
    await expect.poll(async () => (await middleOf(card(page, "Lead"))).width / width).toBeGreaterThan(1.5);

    // A card on the way is no reason to move it: it goes with the canvas, unless it was chosen before.
    const apart = async () =>
      Math.round((await middleOf(card(page, "Analyst"))).x - (await middleOf(card(page, "Lead"))).x);
    const swipe = async (from: { x: number; y: number }) => {
      await send("touchStart", [from]);
      for (const step of [1, 2, 3, 4, 5]) await send("touchMove", [{ x: from.x + step * 12, y: from.y }]);
      await send("touchEnd", []);
    };
    await page.keyboard.press("Escape");
    await expect(page.getByRole("treeitem", { selected: true })).toHaveCount(0);
    await page.keyboard.press("Shift+1");
    await waitUntilAtRest(card(page, "Analyst"));
    const distance = await apart();
    const start = await middleOf(card(page, "Analyst"));
    await swipe(start);
    await expect.poll(async () => (await middleOf(card(page, "Analyst"))).x).toBeGreaterThan(start.x + 30);
    expect(await apart()).toBe(distance);
    await card(page, "Lead").tap();
    await expect(card(page, "Lead")).toHaveAttribute("aria-selected", "true");
    await swipe(await middleOf(card(page, "Lead")));
    await expect.poll(apart).toBeLessThan(distance - 30);
  });
});
