import type { Page } from "@playwright/test";

/** What the page itself saw: frames, tasks that held it up, and when a text was first painted. */
export interface PageLook {
  /** ms between frames, in order. */
  readonly frames: readonly number[];
  /** ms of tasks over 50 ms. */
  readonly longTasks: readonly number[];
  /** Each text that the watched place had, with the time of its first frame; milliseconds since 1970. */
  readonly texts: readonly (readonly [string, number])[];
}

/** Figures of smoothness for people. */
export interface Smoothness {
  readonly frames: number;
  readonly frameP50: number;
  readonly frameP95: number;
  /** Frames of 60 a second that were not shown, in percent. */
  readonly droppedPercent: number;
  readonly longTasks: number;
  readonly longestTask: number;
}

/**
 * Milliseconds of processor time that the page's main thread has used since this was called: other work on the machine makes a
 * page late, and changes this little.
 */
export async function watchWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const used = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const before = await used();
  return async () => (await used()) - before;
}

/** What is looked for in a page: an element, and where that is not enough the whole of its text. */
export interface Sight {
  readonly selector: string;
  readonly text?: string;
}

const SEEN = "openhive: seen at ";

/**
 * To be called before a page is opened; what it returns resolves with the time at which something was drawn there, two frames after
 * it came, milliseconds since 1970. The page itself looks, whenever it changed. Waiting from outside puts 330 KB of script into a page
 * that is being made and asks it for the names of its parts in each frame: some 300 ms of it, which no visitor's browser spends.
 */
export async function watchArrival(page: Page, sight: Sight): Promise<() => Promise<number>> {
  const arrival = page.waitForEvent("console", {
    predicate: (message) => message.text().startsWith(SEEN),
    timeout: 60_000,
  });
  await page.addInitScript(
    ({ selector, text, seen }) => {
      const isThere = (): boolean =>
        [...document.querySelectorAll(selector)].some(
          (found) => text === undefined || found.textContent === text,
        );
      const observer = new MutationObserver(() => {
        if (!isThere()) return;
        observer.disconnect();
        const say = (): void => console.log(`${seen}${performance.timeOrigin + performance.now()}`);
        requestAnimationFrame(() => requestAnimationFrame(say));
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    { ...sight, seen: SEEN },
  );
  return async () => Number((await arrival).text().slice(SEEN.length));
}

interface Probe {
  frames: number[];
  longTasks: number[];
  texts: [string, number][];
  stop(): void;
}

declare global {
  interface Window {
    openhiveProbe?: Probe;
  }
}

/** Starts to look; `place` is a selector whose text is watched. */
export async function startProbe(page: Page, place = ""): Promise<void> {
  await page.evaluate((selector) => {
    const probe: Probe = { frames: [], longTasks: [], texts: [], stop: () => undefined };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) probe.longTasks.push(entry.duration);
    });
    observer.observe({ type: "longtask" });
    let last = performance.now();
    let seen = "";
    let isOver = false;
    const look = (now: number): void => {
      probe.frames.push(now - last);
      last = now;
      const text = selector === "" ? "" : (document.querySelector(selector)?.textContent ?? "");
      if (text !== seen) {
        seen = text;
        probe.texts.push([text, performance.timeOrigin + performance.now()]);
      }
      if (!isOver) requestAnimationFrame(look);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(look);
    });
    probe.stop = () => {
      isOver = true;
      observer.disconnect();
    };
    window.openhiveProbe = probe;
  }, place);
}

export function endProbe(page: Page): Promise<PageLook> {
  return page.evaluate(() => {
    const probe = window.openhiveProbe;
    probe?.stop();
    return { frames: probe?.frames ?? [], longTasks: probe?.longTasks ?? [], texts: probe?.texts ?? [] };
  });
}

const FRAME = 1_000 / 60;

export function toSmoothness({ frames, longTasks }: PageLook): Smoothness {
  const sorted = frames.toSorted((left, right) => left - right);
  const due = frames.reduce((sum, frame) => sum + Math.max(1, Math.round(frame / FRAME)), 0);
  return {
    frames: frames.length,
    frameP50: quantileOf(sorted, 0.5),
    frameP95: quantileOf(sorted, 0.95),
    droppedPercent: due === 0 ? 0 : (100 * (due - frames.length)) / due,
    longTasks: longTasks.length,
    longestTask: Math.max(0, ...longTasks),
  };
}

/** Of values in order. */
export function quantileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
