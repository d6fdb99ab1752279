// Measures the run page in Chromium: a run of 20,000 events opened cold, and 200 events a second coming in.
// node bench/run-page.ts ADDRESS DATABASE_URL [CHROMIUM]: of a server that runs from a build, with the example org.

import { type Browser, chromium, type Page } from "@playwright/test";
import { Client } from "pg";
import { writeLongRun } from "./long-run.ts";

const EVENTS = 20_000;
const PER_SECOND = 200;
const SECONDS = 10;

const [address = "", url = "", executablePath = "/usr/bin/chromium"] = process.argv.slice(2);

async function main(): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    const cold = await writeLongRun(client, "research-desk", EVENTS);
    await cold.finish();
    for (let round = 1; round <= 3; round += 1)
      print(`open ${EVENTS} events`, await openCold(browser, cold.runId));
    const live = await writeLongRun(client, "research-desk", 200);
    print(`${PER_SECOND} events a second`, await watchLive(browser, live));
    await live.finish();
  } finally {
    await browser.close();
    await client.end();
  }
}

/** Milliseconds from asking for the page until it stands at the end of the run, and until a click is answered after that. */
async function openCold(browser: Browser, runId: string) {
  const page = await newPage(browser);
  const begin = performance.now();
  await page.goto(`${address}/runs/${runId}`, { waitUntil: "commit" });
  await page.getByRole("treeitem").first().waitFor();
  const firstCards = Math.round(performance.now() - begin);
  await page.getByRole("tab", { name: "Answer" }).waitFor();
  const usable = Math.round(performance.now() - begin);
  const clicked = performance.now();
  await page.getByRole("tab", { name: "Activity" }).click();
  await page.getByRole("tab", { name: "Activity", selected: true }).waitFor();
  const click = Math.round(performance.now() - clicked);
  await page.context().close();
  return { firstCards, usable, click };
}

/** Frames while events come in, and how late the page is with the last of them. */
async function watchLive(browser: Browser, run: Awaited<ReturnType<typeof writeLongRun>>) {
  const page = await newPage(browser);
  await page.goto(`${address}/runs/${run.runId}`);
  await page.getByRole("tab", { name: /^Activity/ }).waitFor();
  const still = await framesDuring(page, () => new Promise((resolve) => setTimeout(resolve, 3_000)));
  const busy = await framesDuring(page, async () => {
    const begin = performance.now();
    for (let sent = 0; sent < PER_SECOND * SECONDS; sent += 10) {
      await run.append(10);
      const due = begin + ((sent + 10) / PER_SECOND) * 1_000;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    }
  });
  await page.context().close();
  return { still, busy };
}

async function framesDuring(page: Page, work: () => Promise<unknown>) {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = performance.now();
    const tick = (now: number): void => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await work();
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(2));
  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
  return {
    frames: frames.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    longest: at(0.9999),
    over34: frames.filter((frame) => frame > 34).length,
  };
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

function print(name: string, figures: object): void {
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
}

await main();
