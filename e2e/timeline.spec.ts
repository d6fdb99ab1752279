import { expect, type Locator, type Page } from "@playwright/test";
import { mutate, startExampleRun, waitForRun } from "./api.ts";
import { layoutFaults } from "./layout-faults.ts";
import { seriousFaults } from "./serious-faults.ts";
import { test } from "./story.ts";
import { tooWide } from "./too-wide.ts";

/** Time on the run page: reached on pages of any width, its lanes read by key and by mouse, and the canvas above them. */

const card = (page: Page, name: string): Locator =>
  page.getByRole("treeitem", { name: new RegExp(`^${name}, `) });

const playheadIn = (place: Page | Locator) => place.getByRole("slider", { name: "Moment shown" });

test("a narrow page opens the whole timeline: its playhead, steps, speeds and lanes, by keys alone", async ({
  page,
  api,
}) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of [390, 900]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/runs/${runId}`);
    const opener = page.getByRole("button", { name: "Open the timeline" });
    await opener.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Timeline" });
    await playheadIn(sheet).press("Home");
    await expect(page.getByText("Viewing 0:00 of")).toBeVisible();
    await expect(card(page, "Analyst")).toHaveAccessibleName("Analyst, Idle");
    await playheadIn(sheet).press("ArrowRight");
    await expect(playheadIn(sheet)).toHaveAttribute("aria-valuenow", "1");
    await sheet.getByRole("button", { name: "Back to the start" }).press("Enter");
    const told = await playheadIn(sheet).getAttribute("aria-valuetext");
    await sheet.getByRole("button", { name: "One event on" }).press("Enter");
    await expect(playheadIn(sheet)).not.toHaveAttribute("aria-valuetext", told ?? "");
    await expect(sheet.getByRole("button", { name: /^Lead/ })).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
    expect(await seriousFaults(page)).toEqual([]);
    // Esc goes back from a stretch to its lane first.
    await sheet.getByRole("button", { name: /^Lead/ }).press("ArrowRight");
    await expect(sheet.getByRole("button", { name: /, from \d/ })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(sheet.getByRole("button", { name: /^Lead/ })).toBeFocused();
    await sheet.getByRole("radio", { name: "16x" }).press("Enter");
    await sheet.getByRole("button", { name: "Play", exact: true }).press("Enter");
    await expect(card(page, "Lead")).toHaveAccessibleName(/^Lead, Done\b/);
    await playheadIn(sheet).press("Escape");
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test("the stretches of a lane are walked and read by keys, lead to their moment, and are named under the mouse", async ({
  page,
  api,
}) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.goto(`/runs/${runId}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  const lane = timeline.getByRole("button", { name: /^Lead/ });
  const stretch = timeline.getByRole("button", { name: /, from \d/ });
  await lane.press("ArrowRight");
  await expect(stretch).toBeFocused();
  await expect(stretch).toHaveAccessibleName(/^Queued, from 0:00, [\d.:]+( s)?$/);
  await page.keyboard.press("ArrowRight");
  await expect(stretch).toHaveAccessibleName(/^Model call, from \d+:\d\d, [\d.:]+( s)?$/);
  await page.keyboard.press("Escape");
  await expect(lane).toBeFocused();
  await expect(stretch).toHaveCount(0);

  await page.keyboard.press("ArrowLeft");
  await expect(stretch).toBeFocused();
  const name = (await stretch.getAttribute("aria-label")) ?? "";
  const [, begin] = /^Model call, from (\d+:\d\d), /.exec(name) ?? [];
  const place = await stretch.boundingBox();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Viewing ${begin} of`)).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("ArrowLeft");
  await expect(stretch).not.toHaveAccessibleName(name);
  await page.keyboard.press("ArrowRight");
  await expect(stretch).toHaveAccessibleName(name);
  // The playhead's own keys are what they were.
  await playheadIn(page).press("End");
  await expect(page.getByText("Viewing ")).toBeHidden();

  await page.mouse.move((place?.x ?? 0) + 4, (place?.y ?? 0) + 5);
  await expect(timeline.getByTitle(name)).toBeVisible();
});

test("what a run has used is in view on a phone, and the box for a message is one entry of its menu away", async ({
  page,
  api,
}) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await mutate(api, "runs.pause", { runId });
  for (const width of [390, 900, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/runs/${runId}`);
    await expect(card(page, "Lead")).toHaveAttribute("data-state", "paused");
    await expect(card(page, "Lead")).toContainText(/Paused at \d+:\d\d/);
    await expect(page.getByText(/^\$\d+\.\d\d$/).filter({ visible: true })).toBeInViewport();
    const tokens = page.locator("dt", { hasText: /^Tokens/ }).filter({ visible: true });
    if (width !== 900) await expect(tokens).toBeInViewport();
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "More", exact: true }).first().press("Enter");
    await page.getByRole("menuitem", { name: "Steer Lead" }).press("Enter");
    await expect(page.getByRole("textbox", { name: "Message to Lead" })).toBeFocused();
  }
  await mutate(api, "runs.cancel", { runId });
  await page.getByRole("button", { name: "More", exact: true }).first().press("Enter");
  await expect(page.getByRole("menuitem", { name: "Share" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /^Steer/ })).toHaveCount(0);
});

const zoomOf = (page: Page): Promise<number> =>
  page
    .locator(".react-flow__viewport")
    .evaluate((drawing) => new DOMMatrix(getComputedStyle(drawing).transform).a);

test("a larger timeline hides no card that was in view, and leaves alone who looks at something nearer", async ({
  page,
  api,
}) => {
  const runId = await startExampleRun(api, "Summarise the table.");
  await waitForRun(api, runId);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/runs/${runId}`);
  const map = page.getByRole("img", { name: "Map of the org" });
  await expect(map).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 640 });
  await page.getByRole("button", { name: "Fit the whole org" }).click();
  const cards = [card(page, "Lead"), card(page, "Fact checker")];
  for (const one of cards) await expect(one).toBeInViewport({ ratio: 0.99 });
  await expect(map).toBeHidden();
  const before = await zoomOf(page);
  await page.getByRole("button", { name: "Larger timeline" }).click();
  for (const one of cards) await expect(one).toBeInViewport({ ratio: 0.99 });

  await page.getByRole("button", { name: "Smaller timeline" }).click();
  for (let times = 0; times < 4; times += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  const near = await zoomOf(page);
  expect(near).toBeGreaterThan(before);
  await page.getByRole("button", { name: "Larger timeline" }).click();
  await expect(page.getByRole("button", { name: "Smaller timeline" })).toBeVisible();
  expect(await zoomOf(page)).toBe(near);
});
