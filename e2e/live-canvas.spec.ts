import { expect, type Locator, type Page } from "@playwright/test";
import { Client } from "pg";
import { mutate } from "./api.ts";
import { type LiveRun, startLiveRun } from "./drawn/live-run.ts";
import { card, middleOf, waitUntilAtRest } from "./org-page.ts";
import { databaseOfRuns } from "./own-server.ts";
import { test } from "./story.ts";

/** The canvas while a run goes on: what moves on it, what stands still, what is drawn anew. */

let database: Client;
let run: LiveRun;
test.beforeEach(async ({ page, api }) => {
  database = new Client({ connectionString: `${databaseOfRuns()}/openhive` });
  await database.connect();
  run = await startLiveRun(database, api);
  await page.goto(`/runs/${run.runId}`);
  await expect(card(page, "Analyst")).toHaveAccessibleName(/^Analyst, Calling/);
});
test.afterEach(async ({ api }) => {
  await mutate(api, "runs.cancel", { runId: run.runId });
  await database.end();
});

const lineToResearcher = (page: Page): Locator => page.locator('[data-id="line-researcher"] path').first();
const bead = (page: Page): Locator => page.locator(".run-bead");

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Travel {
  readonly milliseconds: number;
  readonly fill: string;
  /** Where it was on the screen: at its beginning, its end and in between. */
  readonly way: readonly Place[];
  /** Places of the line, from its upper end to its lower one. */
  readonly line: readonly Place[];
}

/** From now on every bead is written down with its way and the line to the researcher. */
async function watchBeads(page: Page): Promise<() => Promise<readonly Travel[]>> {
  const seen = await lineToResearcher(page).evaluateHandle((path: SVGPathElement) => {
    const travels: Travel[] = [];
    const middleOf = (bead: Element): Place => {
      const { x, y, width, height } = bead.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const placeOnLine = (part: number): Place => {
      const place = path.getPointAtLength(path.getTotalLength() * part);
      const { x, y } = place.matrixTransform(path.getScreenCTM() ?? new DOMMatrix());
      return { x, y };
    };
    const follow = (bead: Element, travel: Animation): void => {
      const milliseconds = Number(travel.effect?.getTiming().duration);
      const way = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => {
        travel.currentTime = milliseconds * part;
        return middleOf(bead);
      });
      travel.currentTime = 0;
      const line = Array.from({ length: 201 }, (_, index) => placeOnLine(index / 200));
      travels.push({ milliseconds, fill: getComputedStyle(bead).backgroundColor, way, line });
    };
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const elements = added.filter((node) => node instanceof Element);
      for (const bead of elements.filter((element) => element.matches(".run-bead")))
        for (const travel of bead.getAnimations()) follow(bead, travel);
    }).observe(document, { childList: true, subtree: true });
    return travels;
  });
  return () => seen.jsonValue();
}

const distance = (one: Place, other: Place): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Pixels that something on its way from one end of a line to the other is away from it at most. */
function astray({ way, line }: Travel, direction: "down" | "up"): number {
  const course = direction === "down" ? line : line.toReversed();
  const ends = [
    [way[0], course[0]],
    [way.at(-1), course.at(-1)],
  ] as const;
  return Math.max(
    ...ends.map(([one, other]) => (one && other ? distance(one, other) : Number.POSITIVE_INFINITY)),
    ...way.map((place) => Math.min(...line.map((other) => distance(place, other)))),
  );
}

test("a message travels down its line and an answer back up, and the line counts both and grows with them", async ({
  page,
}) => {
  const line = lineToResearcher(page);
  const travels = await watchBeads(page);
  // That of the analyst's line was there before.
  const count = page.locator("[data-line-count]").nth(1);
  const counted = async (down: number, up: number) => {
    await expect(count).toHaveText(`${down}${up}`);
    await expect(count).toHaveAttribute("title", `${down} down, ${up} back`);
    // One at a time: what comes while one travels is counted alone.
    await expect(bead(page)).toHaveCount(0);
  };
  await expect(line).toHaveAttribute("stroke-width", "1.5");
  await run.delegate(1);
  await counted(1, 0);
  await run.answer();
  await counted(1, 1);
  const [down, up, ...others] = await travels();
  if (!down || !up) throw new Error("Nothing travelled");
  expect(others).toEqual([]);
  expect([down.milliseconds, up.milliseconds]).toEqual([400, 400]);
  expect(astray(down, "down")).toBeLessThan(3);
  expect(astray(up, "up")).toBeLessThan(3);
  // Filled on its way down, hollow on its way up.
  expect(down.fill).not.toBe(up.fill);
  const middleOfCount = await middleOf(count);
  expect(Math.min(...down.line.map((place) => distance(place, middleOfCount)))).toBeLessThan(3);

  await expect(line).toHaveAttribute("stroke-width", "1.5");
  await run.delegate(3);
  await counted(4, 1);
  await expect(line).toHaveAttribute("stroke-width", "2.25");
  await run.delegate(21);
  await counted(25, 1);
  await expect(line).toHaveAttribute("stroke-width", "4");
  expect(await travels()).toHaveLength(4);
});

/** From now on it is written down what moves, frame by frame: the view, or the classes of whatever it is. */
async function watchMotion(page: Page): Promise<() => Promise<readonly string[]>> {
  const seen = await page.evaluateHandle(() => {
    const moving = new Set<string>();
    const view = document.querySelector<HTMLElement>(".run-canvas .react-flow__viewport");
    let [place, hasMoved] = [view?.style.transform, false];
    const lookAtView = (): void => {
      // What is elsewhere at once has moved in one frame alone.
      const isMoving = place !== view?.style.transform;
      if (isMoving && hasMoved) moving.add("view");
      [place, hasMoved] = [view?.style.transform, isMoving];
    };
    const look = (): void => {
      lookAtView();
      const running = document.getAnimations().filter(({ playState }) => playState === "running");
      for (const { effect } of running)
        if (effect instanceof KeyframeEffect && Number(effect.getComputedTiming().duration) > 0)
          moving.add(effect.target?.getAttribute("class") ?? "");
      requestAnimationFrame(look);
    };
    look();
    return moving;
  });
  return () => seen.evaluate((moving) => [...moving]);
}

const arcOf = (page: Page, agent: string): Promise<string | null> =>
  card(page, agent).locator("circle").last().getAttribute("stroke-dasharray");

test("with reduced motion nothing moves while agents work, and what each of them does is told all the same", async ({
  page,
}) => {
  const moving = await watchMotion(page);
  await run.speak("Waste heat is cheap where it is near.");
  await run.delegate(1);
  for (const what of [/ring-turn\b/, /ring-turn-slow/, /caret/, /run-bead-down/])
    await expect.poll(async () => (await moving()).some((one) => what.test(one)), `${what}`).toBe(true);
  const zoom = async (direction: "in" | "out") => {
    const percent = page.getByRole("toolbar", { name: "View" }).getByText("%");
    const before = await percent.textContent();
    await page.getByRole("button", { name: `Zoom ${direction}` }).click();
    await expect(percent).not.toHaveText(before ?? "");
  };
  await expect(async () => {
    await zoom("in");
    await zoom("out");
    expect(await moving()).toContain("view");
  }).toPass();

  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(bead(page)).toHaveCount(0);
  // The last zoom began before.
  await waitUntilAtRest(card(page, "Lead"));
  const movingStill = await watchMotion(page);
  await run.delegate(1);
  await expect(page.locator('[data-line-count="2 down, 0 back"]')).toBeVisible();
  await run.answer();
  await expect(page.locator('[data-line-count="2 down, 1 back"]')).toBeVisible();
  await zoom("out");
  await zoom("in");
  await page.getByRole("button", { name: "Fit the whole org" }).click();
  await expect(card(page, "Lead")).toContainText("near.");
  await expect(card(page, "Lead").getByText("Thinking", { exact: true })).toBeVisible();
  await expect(card(page, "Analyst").getByText("Calling a tool", { exact: true })).toBeVisible();
  expect(await arcOf(page, "Lead")).not.toBe(await arcOf(page, "Analyst"));
  expect(await movingStill()).toEqual([]);
});

/** From now on it is known which cards were drawn anew: React hands them other properties then, also where they look the same. */
async function watchCards(page: Page): Promise<() => Promise<readonly (string | null)[]>> {
  const seen = await page.evaluateHandle(() => {
    const propertiesOf = (one: Element): unknown =>
      Reflect.get(one, Object.keys(one).find((key) => key.startsWith("__reactProps$")) ?? "");
    const cards = [...document.querySelectorAll("[data-agent]")];
    const before = new Map(cards.map((one) => [one, propertiesOf(one)]));
    return () =>
      [...before]
        .filter(([one, properties]) => propertiesOf(one) !== properties)
        .map(([one]) => one.getAttribute("data-agent"));
  });
  return () => seen.evaluate((drawnAnew) => drawnAnew());
}

test("what happens to an agent draws its card anew, and no other", async ({ page }) => {
  await expect(page.locator("[data-agent]")).toHaveCount(8);
  const drawnWhenFound = await watchCards(page);
  await run.findSomething();
  await expect(card(page, "Analyst")).toHaveAccessibleName(/^Analyst, Thinking\b/);
  expect(await drawnWhenFound()).toEqual(["analyst"]);
  const drawnWhenSaid = await watchCards(page);
  await run.speak("Waste heat is cheap where it is near.");
  await expect(card(page, "Lead")).toContainText("near.");
  expect(await drawnWhenSaid()).toEqual(["lead"]);
});

const follow = (page: Page): Locator =>
  page.getByRole("button", { name: /^(Follow|Stop following) activity$/ });
const viewOf = (page: Page): Promise<string> =>
  page.locator(".run-canvas .react-flow__viewport").evaluate((view: HTMLElement) => view.style.transform);

/** So near that no two agents of one level are in view together. */
async function lookClosely(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect(page.getByRole("toolbar", { name: "View" }).getByText("200%")).toBeVisible({ timeout: 500 });
  }).toPass();
}

test("the view follows the agent that acts once that is asked for, until its reader moves the canvas by hand", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await lookClosely(page);
  await expect(follow(page)).toHaveAttribute("aria-pressed", "false");
  const whole = { ratio: 1 };
  await run.delegate(1);
  await expect(card(page, "Researcher")).toHaveAccessibleName(/^Researcher, (?!Idle)/);
  await expect(card(page, "Researcher")).not.toBeInViewport(whole);
  await follow(page).click();
  await expect(follow(page)).toHaveAttribute("aria-pressed", "true");
  await expect(card(page, "Researcher")).toBeInViewport(whole);
  await run.findSomething();
  await expect(card(page, "Analyst")).toBeInViewport(whole);
  await expect(card(page, "Researcher")).not.toBeInViewport(whole);

  const byHand: Readonly<Record<string, () => Promise<void>>> = {
    drag: async () => {
      const at = await middleOf(page.locator(".run-canvas"));
      await page.mouse.move(at.x, at.y + at.height / 2 - 20);
      await page.mouse.down();
      await page.mouse.move(at.x + 40, at.y + at.height / 2 - 60, { steps: 4 });
      await page.mouse.up();
    },
    wheel: async () => {
      const at = await middleOf(page.locator(".run-canvas"));
      await page.mouse.move(at.x, at.y);
      await page.mouse.wheel(0, 60);
    },
    map: async () => {
      const map = await middleOf(page.locator(".react-flow__minimap"));
      await page.mouse.move(map.x, map.y);
      await page.mouse.down();
      await page.mouse.move(map.x + 8, map.y + 4, { steps: 4 });
      await page.mouse.up();
    },
    fit: () => page.getByRole("button", { name: "Fit the whole org" }).click(),
    keys: async () => {
      await card(page, "Analyst").focus();
      await page.keyboard.press("Home");
    },
  };
  for (const [name, move] of Object.entries(byHand)) {
    if ((await follow(page).getAttribute("aria-pressed")) === "false") await follow(page).click();
    await expect(follow(page)).toHaveAttribute("aria-pressed", "true");
    await move();
    await expect(follow(page), name).toHaveAttribute("aria-pressed", "false");
  }
  await lookClosely(page);
  const view = await viewOf(page);
  await run.answer();
  await expect(page.locator('[data-line-count="1 down, 1 back"]')).toHaveCount(1);
  expect(await viewOf(page)).toBe(view);
});

/** From now on each move of the view and of the keyboard focus is written down. */
async function watchPlace(page: Page): Promise<() => Promise<readonly string[]>> {
  const seen = await page.evaluateHandle(() => {
    const moved: string[] = [];
    const view = document.querySelector(".run-canvas .react-flow__viewport");
    if (view) new MutationObserver(() => moved.push("view")).observe(view, { attributeFilter: ["style"] });
    for (const kind of ["focusin", "focusout"]) document.addEventListener(kind, () => moved.push(kind));
    return moved;
  });
  return () => seen.jsonValue();
}

test("while nobody asks for it nothing that comes of a run moves the view or the focus, and no text a card", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await lookClosely(page);
  await card(page, "Analyst").focus();
  const moved = await watchPlace(page);
  const heightOfLead = () => card(page, "Lead").evaluate((element: HTMLElement) => element.offsetHeight);
  const height = await heightOfLead();
  const text = "Waste heat is cheap where it is near.";
  for (const said of [text, `${text} ${"It is dear where it is far. ".repeat(20)}So much for that.`]) {
    await run.speak(said);
    await expect(card(page, "Lead")).toContainText(said.slice(-8));
    expect(await heightOfLead()).toBe(height);
  }
  await run.delegate(3);
  await run.findSomething();
  await run.answer();
  await expect(page.locator('[data-line-count="3 down, 1 back"]')).toHaveCount(1);
  await expect(card(page, "Analyst")).toHaveAccessibleName(/^Analyst, Thinking\b/);
  expect(await moved()).toEqual([]);
  await expect(card(page, "Analyst")).toBeFocused();
});

test("a card shows what it has room for, and tells its place in the org however small it is", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const analyst = card(page, "Analyst").locator("[aria-hidden]");
  const percent = page.getByRole("toolbar", { name: "View" }).getByText("%");
  const places = () =>
    page.locator("[data-agent]").evaluateAll((cards) =>
      cards.map((one) => {
        const place = ["level", "posinset", "setsize"].map((name) => one.getAttribute(`aria-${name}`));
        return `${one.getAttribute("data-agent")} ${place.join(" ")}`;
      }),
    );
  const seen = new Set<string>();
  for (let zoom = 100; zoom >= 30; ) {
    zoom = Number.parseInt((await percent.textContent()) ?? "", 10);
    const [hasFigures, hasName] = [zoom >= 60, zoom >= 30];
    seen.add(`${hasFigures} ${hasName}`);
    await expect(analyst.getByText(/ tok$/), `${zoom} %`).toHaveCount(hasFigures ? 1 : 0);
    await expect(analyst.getByText("Analyst", { exact: true }), `${zoom} %`).toHaveCount(hasName ? 1 : 0);
    await expect(card(page, "Analyst"), `${zoom} %`).toHaveAccessibleName(/^Analyst, Calling/);
    expect((await places()).toSorted()).toEqual([
      "analyst 2 2 3",
      "charts 3 1 1",
      "checker 3 1 1",
      "filings 3 2 2",
      "lead 1 1 1",
      "researcher 2 1 3",
      "scout 3 1 2",
      "writer 2 3 3",
    ]);
    await page.getByRole("button", { name: "Zoom out" }).click();
    await expect(percent).not.toHaveText(`${zoom}%`);
  }
  expect([...seen]).toEqual(["true true", "false true", "false false"]);
});
