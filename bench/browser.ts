// `browser.ts`: what people see in a real Chromium, of pages as they are built: an org of 500 agents dragged and zoomed, 2,000 agents
// loaded, a run of 20,000 events opened, 200 events a second into the run page. Prints one line of JSON.

import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import {
  endProbe,
  type PageLook,
  quantileOf,
  type Smoothness,
  startProbe,
  toSmoothness,
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
  readonly drag500: Smoothness;
  readonly zoom500: Smoothness;
  readonly storm: StormFigures;
}

/** A page that nobody has opened before. */
export interface LoadFigures {
  /** ms from the beginning of the navigation. */
  readonly took: number;
  /** Of these, ms of processor time of the page's main thread. */
  readonly work: number;
}

export interface StormFigures extends Smoothness {
  readonly events: number;
  readonly eventsPerSecond: number;
  /** ms of processor time of the page's main thread, of each second. */
  readonly work: number;
  /** ms from the commit of an event until its figure was in a frame. */
  readonly paintP50: number;
  readonly paintP99: number;
}

const CARD = ".react-flow__node";
const TOKENS = "dl.num > div:nth-child(2) > dd";
const STORM = { agents: 20, turns: 40, delay: 400 };
const VIEW = { width: 1440, height: 900 };

/** Opens a page and waits for what `isThere` finds in it. */
async function load(
  browser: Browser,
  address: string,
  isThere: (page: Page) => Locator,
): Promise<LoadFigures & { readonly page: Page }> {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  const workOf = await watchWork(page);
  const start = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await isThere(page).waitFor({ timeout: 60_000 });
  // Drawn, not only made: two frames later it was on the screen.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return { page, took: performance.now() - start, work: await workOf() };
}

/** Opens a page, closes it again, and says how long it took. */
async function loadOnce(...given: Parameters<typeof load>): Promise<LoadFigures> {
  const { page, took, work } = await load(...given);
  await page.context().close();
  return { took, work };
}

const firstCard = (page: Page): Locator => page.locator(CARD).first();
const answer = (page: Page): Locator => page.getByRole("tab", { name: "Answer" });

/** The middle of a card that lies free on the canvas. */
async function findCard(page: Page): Promise<readonly [number, number]> {
  const boxes = await page.locator(CARD).evaluateAll((cards) =>
    cards.map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return [x + width / 2, y + height / 2] as const;
    }),
  );
  const inside = boxes.find(([x, y]) => x > 500 && x < 900 && y > 250 && y < 600);
  const card = inside ?? boxes[0];
  if (!card) throw new Error("There is no card.");
  return card;
}

async function drag(page: Page): Promise<Smoothness> {
  const [x, y] = await findCard(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await startProbe(page);
  for (let step = 0; step < 150; step += 1)
    await page.mouse.move(x + 180 * Math.sin(step / 12), y + 120 * Math.sin(step / 19));
  const look = await endProbe(page);
  await page.mouse.up();
  return toSmoothness(look);
}

async function zoom(page: Page): Promise<Smoothness> {
  await page.mouse.move(700, 450);
  await startProbe(page);
  for (let step = 0; step < 90; step += 1) {
    await page.mouse.wheel(0, step % 60 < 30 ? -40 : 40);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  return toSmoothness(await endProbe(page));
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

async function storm(browser: Browser, world: BrowserWorld): Promise<StormFigures> {
  const org = await world.addOrg(drawStorm(STORM), "storm");
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  const runId = await world.startRun(org.id);
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
    const run = await world.writeRun("research-desk", 20_000);
    const longRun = await loadOnce(browser, `${world.address}/runs/${run}`, answer);
    const { page, ...load500 } = await load(browser, editorOf("tree-500"), firstCard);
    const drag500 = await drag(page);
    const zoom500 = await zoom(page);
    await page.context().close();
    return {
      editorScript,
      load500,
      load2000,
      longRun,
      drag500,
      zoom500,
      storm: await storm(browser, world),
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
