import { expect, type Page, test } from "@playwright/test";
import { card, drag, middleOf, openOrg, team, waitUntilAtRest } from "./org-page.ts";

/** The designer's view: moving it, being led to a place in it, and going from one part of the editor to the next. */

/** Pixels from the second card to the first. */
async function distance(page: Page, [one, other]: readonly [string, string]): Promise<number> {
  return Math.round((await middleOf(card(page, one))).x - (await middleOf(card(page, other))).x);
}

test("the view is moved by drag, Space, wheel, pinch and map, and the whole org fits again", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  const lead = card(page, "Lead");
  /** What a step did to the card: how far it went and how much wider it is. */
  const moved = async (step: () => Promise<void>) => {
    const before = await middleOf(lead);
    await step();
    const change = async () => {
      const after = await middleOf(lead);
      return [after.x - before.x, after.y - before.y, after.width / before.width] as const;
    };
    await expect.poll(async () => (await change()).map(Math.round).join()).not.toBe("0,0,1");
    return change();
  };
  const pull = async (from: { x: number; y: number }) => {
    await drag(page, from, { x: from.x + 60, y: from.y + 40 });
    await page.mouse.up();
  };
  const start = await middleOf(lead);
  const empty = { x: start.x, y: start.y + 300 };
  const [byDrag] = await moved(() => pull(empty));
  expect(Math.round(byDrag)).toBe(60);

  // With Space a drag that begins on a card moves the view, and the card stays in its place.
  const apart = await distance(page, ["Lead", "Analyst"]);
  await lead.focus();
  const [bySpace] = await moved(async () => {
    await page.keyboard.down("Space");
    await pull(await middleOf(lead));
    await page.keyboard.up("Space");
  });
  expect(Math.round(bySpace)).toBe(60);
  expect(await distance(page, ["Lead", "Analyst"])).toBe(apart);
  await expect(page.getByRole("button", { name: "Undo" }).first()).toBeDisabled();

  await page.mouse.move(empty.x, empty.y);
  const [, , byWheel] = await moved(() => page.mouse.wheel(0, 150));
  expect(byWheel).toBeLessThan(0.95);
  await page.keyboard.down("Control");
  const [, , byPinch] = await moved(() => page.mouse.wheel(0, -60));
  await page.keyboard.up("Control");
  expect(byPinch).toBeGreaterThan(1.05);

  const map = await middleOf(page.getByRole("img", { name: "Map of the org" }));
  await moved(() => page.mouse.click(map.x + map.width / 2 - 8, map.y));
  await page.keyboard.press("Shift+1");
  await expect.poll(async () => Math.round((await middleOf(lead)).x)).toBe(Math.round(start.x));
});

/** From now on it is seen whether a card travels; resolves with what tells whether one did. */
async function watchCards(page: Page): Promise<() => Promise<boolean>> {
  const seen = await page.evaluateHandle(() => {
    const found = { hasTravelled: false };
    document.querySelector(".org-canvas")?.addEventListener("transitionrun", (event) => {
      const isCard = event.target instanceof Element && event.target.matches(".react-flow__node");
      if (isCard && (event as TransitionEvent).propertyName === "transform") found.hasTravelled = true;
    });
    return found;
  });
  return () => seen.evaluate(({ hasTravelled }) => hasTravelled);
}

test("cards travel to their places when the org is laid out, and stand there at once with reduced motion", async ({
  page,
  baseURL,
}) => {
  await openOrg(page, baseURL, team);
  const analyst = card(page, "Analyst");
  const below = async () => (await middleOf(analyst)).y - (await middleOf(card(page, "Lead"))).y;
  const hasTravelled = await watchCards(page);
  await page.getByRole("button", { name: "Tidy, left to right" }).click();
  await expect.poll(hasTravelled).toBe(true);
  await waitUntilAtRest(analyst);

  await page.emulateMedia({ reducedMotion: "reduce" });
  const before = await below();
  const hasTravelledAgain = await watchCards(page);
  await page.getByRole("button", { name: "Tidy, top down" }).click();
  await expect
    .poll(async () => {
      const now = await below();
      return now !== before && now > 80;
    })
    .toBe(true);
  await waitUntilAtRest(analyst);
  expect(await hasTravelledAgain()).toBe(false);
});

test("an address opens the editor on one agent, selected and in the middle, and the menu copies it", async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slug = await openOrg(page, baseURL, [...team, { id: "far", name: "Far", x: 6_000, y: 3_000 }]);
  await page.goto(`/orgs/${slug}?agent=far`);
  await expect(card(page, "Far")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("complementary", { name: "Inspector" })).toContainText("Far");
  const canvas = await middleOf(page.getByRole("tree", { name: "Agents" }));
  await expect.poll(async () => Math.round((await middleOf(card(page, "Far"))).x)).toBe(Math.round(canvas.x));

  await card(page, "Far").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  await expect(page.getByText("Link to Far copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).search).toBe("?agent=far");

  await page.goto(`/orgs/${slug}?agent=Reviewer`);
  await expect(card(page, "Reviewer")).toHaveAttribute("aria-selected", "true");
  await page.goto(`/orgs/${slug}?agent=nobody`);
  await expect(page.getByText("The agent that this link names is not in this org")).toBeVisible();
  await expect(card(page, "Lead")).toBeVisible();
});

test("a large org is drawn once, where it stays: no line of it is made to be thrown away", async ({
  page,
  baseURL,
}) => {
  const below = Array.from({ length: 299 }, (_, index) => ({
    id: `a${index}`,
    name: `Agent ${index}`,
    x: (index - 150) * 260,
    y: 300,
    parent: "lead",
  }));
  await page.addInitScript(() => {
    const made = { lines: 0 };
    Object.assign(window, { made });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes]))
        if (node instanceof Element)
          made.lines += node.matches(".react-flow__edge")
            ? 1
            : node.querySelectorAll(".react-flow__edge").length;
    }).observe(document, { childList: true, subtree: true });
  });
  await openOrg(page, baseURL, [{ id: "lead", name: "Lead", x: 0, y: 0 }, ...below]);
  await expect(page.locator(".line-sheet path")).toHaveAttribute("d", /^M/);
  expect(await page.evaluate(() => (window as unknown as { made: { lines: number } }).made.lines)).toBe(0);
  // From near they are lines that can be pressed.
  await page.goto(`${page.url()}?agent=lead`);
  await expect(page.locator(".react-flow__edge").first()).toBeAttached();
});

test("F6 goes from one part of the editor to the next, and Shift with it back", async ({ page, baseURL }) => {
  await openOrg(page, baseURL, team);
  await card(page, "Lead").click();
  await card(page, "Lead").focus();
  // What stands there while the inspector loads has nothing that could take the focus.
  await expect(
    page.getByRole("complementary", { name: "Inspector" }).getByRole("tab", { name: "Identity" }),
  ).toBeVisible();
  const inspector = page.getByRole("complementary", { name: "Inspector" }).locator(":focus");
  const palette = page.getByRole("complementary", { name: "Palette" }).locator(":focus");
  const chart = page.getByRole("tree", { name: "Agents" }).locator(":focus");
  const rail = page.getByRole("navigation", { name: "Main" }).locator(":focus");
  const bar = page.getByRole("banner").locator(":focus");
  const press = async (keys: string, place: typeof chart) => {
    for (let presses = 0; presses < 8 && !(await place.isVisible()); presses += 1)
      await page.keyboard.press(keys);
    await expect(place).toBeVisible();
    await expect(place).toHaveAccessibleName(/.+/);
  };
  for (const place of [inspector, rail, bar, palette, chart]) await press("F6", place);
  for (const place of [palette, bar, rail, inspector, chart]) await press("Shift+F6", place);
  await expect(chart).toHaveAccessibleName(/^Lead/);
  // The canvas has one stop, which is the card that was chosen last.
  await page.keyboard.press("ArrowDown");
  for (const place of [palette, bar, rail, inspector, chart]) await press("Shift+F6", place);
  await expect(chart).toHaveAccessibleName(/^Analyst/);
  for (const place of [inspector, rail, bar, palette, chart]) await press("F6", place);
  await expect(chart).toHaveAccessibleName(/^Analyst/);
});
