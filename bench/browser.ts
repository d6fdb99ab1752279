// `browser.ts`: what people see in a real Chromium, of pages as they are built: an org of 500 agents dragged and zoomed, 2,000 agents
// loaded, a run of 20,000 events opened, 200 events a second into the run page. Prints one line of JSON.

import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import {
  endProbe,
  type PageLook,
  quantileOf,
  type Sight,
  type Smoothness,
  startProbe,
  toSmoothness,
  watchArrival,
  watchWork,
} from "./browser-probe.ts";
import {
  type BrowserWorld,
  drawStorm,
  drawTree,
  openBrowserWorld,
  type StoredEvent,
} from "./browser-world.ts";

export interface BrowserFigures {
  /** Kilobytes of script until the editor's canvas stands, as they came over the wire. */
  readonly editorScript: number;
  /** Until cards are drawn, by agents of the org. */
  readonly load500: LoadFigures;
  readonly load2000: LoadFigures;
  /** A run of 20,000 events that is over, until its answer can be read. */
  readonly longRun: LoadFigures;
  /** A card of the whole org, seen from as far as it takes. */
  readonly drag500: MovedFigures;
  /** A card among some dozens that can be read. */
  readonly dragNear500: MovedFigures;
  /** The view itself moved across the whole org. */
  readonly pan500: MovedFigures;
  readonly zoom500: MovedFigures;
  /** 200 events a second that somebody writes, with no model and no agent at work beside the page. */
  readonly feed: MovedFigures;
  /** The same page before the first of them: what frames are lost to the machine alone. */
  readonly still: MovedFigures;
  readonly storm: StormFigures;
}

export interface MovedFigures extends Smoothness {
  /** ms of processor time of the page's main thread, of each second. */
  readonly work: number;
}

/** A page that nobody has opened before. */
export interface LoadFigures {
  /** ms from the beginning of the navigation until it was on the screen. */
  readonly took: number;
  /** Of these, ms of processor time of the page's main thread. */
  readonly work: number;
}

export interface StormFigures extends MovedFigures {
  readonly events: number;
  readonly eventsPerSecond: number;
  /** ms from the commit of an event until its figure was in a frame. */
  readonly paintP50: number;
  readonly paintP99: number;
}

const CARD = ".react-flow__node";
const TOKENS = "dl.num > div:nth-child(2) > dd";
const STORM = { agents: 20, turns: 40, delay: 400 };
const VIEW = { width: 1440, height: 900 };

/** Opens a page and waits until it has drawn something. */
async function load(
  browser: Browser,
  address: string,
  sight: Sight,
): Promise<LoadFigures & { readonly page: Page }> {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  const arrivedAt = await watchArrival(page, sight);
  const workOf = await watchWork(page);
  const start = performance.timeOrigin + performance.now();
  await page.goto(address, { waitUntil: "commit" });
  return { page, took: (await arrivedAt()) - start, work: await workOf() };
}

/** Opens a page, closes it again, and says how long it took. */
async function loadOnce(...given: Parameters<typeof load>): Promise<LoadFigures> {
  const { page, took, work } = await load(...given);
  await page.context().close();
  return { took, work };
}

const firstCard: Sight = { selector: CARD };
const answer: Sight = { selector: "[role=tab]", text: "Answer" };

/** Looks at the frames of a page and the work of its main thread while something goes on. */
async function watch(page: Page, act: () => Promise<unknown>): Promise<MovedFigures> {
  const workOf = await watchWork(page);
  await startProbe(page);
  const from = performance.now();
  await act();
  const look = await endProbe(page);
  const work = await workOf();
  return { ...toSmoothness(look), work: work / ((performance.now() - from) / 1_000) };
}

interface FoundCard {
  readonly id: string;
  /** Its middle on the screen. */
  readonly x: number;
  readonly y: number;
}

/** A card in the middle of the canvas, or the nearest to it. */
async function findCard(page: Page): Promise<FoundCard> {
  const cards = await page.locator(CARD).evaluateAll((all) =>
    all.map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return { id: card.getAttribute("data-id") ?? "", x: x + width / 2, y: y + height / 2 };
    }),
  );
  const farness = ({ x, y }: FoundCard): number => Math.hypot(x - 700, y - 420);
  const [nearest] = cards.toSorted((one, other) => farness(one) - farness(other));
  if (!nearest) throw new Error("There is no card.");
  return nearest;
}

/** Moves the pointer, pressed, in loops that begin where it is. */
function moveInLoops(page: Page, { x, y }: Pick<FoundCard, "x" | "y">): Promise<MovedFigures> {
  return watch(page, async () => {
    for (let step = 0; step < 150; step += 1)
      // Away from the upper edge, where the view itself would be moved.
      await page.mouse.move(x + 180 * Math.sin(step / 12), y + 100 - 100 * Math.cos(step / 19));
  });
}

/** With Space held the view goes along, wherever the pointer was pressed. */
async function pan(page: Page): Promise<MovedFigures> {
  const place = await findCard(page);
  const view = page.locator(".react-flow__viewport");
  const before = await view.getAttribute("style");
  await page.mouse.move(place.x, place.y);
  await page.keyboard.down("Space");
  await page.mouse.down();
  const figures = await moveInLoops(page, place);
  await page.mouse.up();
  await page.keyboard.up("Space");
  if ((await view.getAttribute("style")) === before) throw new Error("The view was not moved.");
  return figures;
}

async function drag(page: Page): Promise<MovedFigures> {
  const { id, ...place } = await findCard(page);
  const card = page.locator(`${CARD}[data-id="${id}"]`);
  const before = await card.getAttribute("style");
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  const figures = await moveInLoops(page, place);
  const isMoved = (await card.getAttribute("style")) !== before;
  await page.mouse.up();
  if (!isMoved) throw new Error("Something else was dragged than a card.");
  return figures;
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
}

/** In and out again over a card, so that there are cards to draw all the time, and twice. */
async function zoom(page: Page): Promise<MovedFigures> {
  const { x, y } = await findCard(page);
  await page.mouse.move(x, y);
  return watch(page, async () => {
    for (let step = 0; step < 120; step += 1) {
      await page.mouse.wheel(0, step % 60 < 30 ? -40 : 40);
      await nextFrame(page);
    }
  });
}

/** Goes to where cards can be read, around one of them. */
async function comeNear(page: Page): Promise<void> {
  const { x, y } = await findCard(page);
  await page.mouse.move(x, y);
  while (
    (await page
      .locator(".react-flow__viewport")
      .evaluate((view) => new DOMMatrix(getComputedStyle(view).transform).a)) < 0.4
  ) {
    await page.mouse.wheel(0, -60);
    await nextFrame(page);
  }
}

const FEED = { perSecond: 200, seconds: 10 };

/** A run that is written by nobody but this; first the page alone for a while. */
async function feed(browser: Browser, world: BrowserWorld): Promise<Pick<BrowserFigures, "still" | "feed">> {
  const run = await world.openRun("storm", 200);
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  await page.goto(`${world.address}/runs/${run.runId}`);
  await page.locator(TOKENS).waitFor();
  const still = await watch(page, () => delay(FEED.seconds * 1_000));
  const fed = await watch(page, async () => {
    const begin = performance.now();
    for (let sent = 10; sent <= FEED.perSecond * FEED.seconds; sent += 10) {
      await run.append(10);
      await delay(Math.max(0, begin + (sent / FEED.perSecond) * 1_000 - performance.now()));
    }
  });
  await context.close();
  await run.finish();
  return { still, feed: fed };
}

/** Kilobytes of script that a browser asks for until the editor's canvas stands. */
async function weighEditor(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  network.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await page.locator(CARD).first().waitFor();
  await context.close();
  return bytes / 1_000;
}

async function storm(browser: Browser, world: BrowserWorld, orgId: string): Promise<StormFigures> {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  const runId = await world.startRun(orgId);
  await page.goto(`${world.address}/runs/${runId}`, { waitUntil: "commit" });
  await page.locator(TOKENS).waitFor();
  await startProbe(page, TOKENS);
  const workOf = await watchWork(page);
  const from = Date.now();
  await world.ended(runId);
  const work = await workOf();
  const seconds = (Date.now() - from) / 1_000;
  const look = await endProbe(page);
  const events = await world.eventsOf(runId);
  await context.close();
  return { ...toStorm(events, look, from), work: work / seconds };
}

/** The page shows all tokens of the run, rounded: each figure it shows came with the first event that made it so. */
function toStorm(events: readonly StoredEvent[], look: PageLook, from: number): Omit<StormFigures, "work"> {
  const committed = new Map<string, number>();
  let tokens = 0;
  for (const event of events) {
    tokens += event.tokens;
    const text = tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(1)}k`;
    if (event.tokens > 0 && !committed.has(text)) committed.set(text, event.at);
  }
  const latencies = look.texts
    .flatMap(([text, paintedAt]) => {
      const at = committed.get(text);
      return at === undefined || at < from ? [] : [paintedAt - at];
    })
    .toSorted((left, right) => left - right);
  const seen = events.filter(({ at }) => at >= from);
  const seconds = ((seen.at(-1)?.at ?? from) - from) / 1_000;
  return {
    ...toSmoothness(look),
    events: seen.length,
    eventsPerSecond: seen.length / seconds,
    paintP50: quantileOf(latencies, 0.5),
    paintP99: quantileOf(latencies, 0.99),
  };
}

async function measure(world: BrowserWorld): Promise<BrowserFigures> {
  const browser = await chromium.launch({
    ...(process.env["CHROMIUM"] === undefined ? {} : { executablePath: process.env["CHROMIUM"] }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    const editorOf = (slug: string): string => `${world.address}/orgs/${slug}`;
    await world.addOrg(drawTree(500), "tree-500");
    await world.addOrg(drawTree(2_000), "tree-2000");
    const editorScript = await weighEditor(browser, editorOf("research-desk"));
    const load2000 = await loadOnce(browser, editorOf("tree-2000"), firstCard);
    const run = await world.openRun("research-desk", 20_000);
    await run.finish();
    const longRun = await loadOnce(browser, `${world.address}/runs/${run.runId}`, answer);
    const { page, ...load500 } = await load(browser, editorOf("tree-500"), firstCard);
    const drag500 = await drag(page);
    const pan500 = await pan(page);
    const zoom500 = await zoom(page);
    await comeNear(page);
    const dragNear500 = await drag(page);
    await page.context().close();
    const org = await world.addOrg(drawStorm(STORM), "storm");
    return {
      editorScript,
      load500,
      load2000,
      longRun,
      drag500,
      dragNear500,
      pan500,
      zoom500,
      ...(await feed(browser, world)),
      storm: await storm(browser, world, org.id),
    };
  } finally {
    await browser.close();
  }
}

const world = await openBrowserWorld();
try {
  console.log(JSON.stringify(await measure(world)));
} finally {
  await world.close();
}
