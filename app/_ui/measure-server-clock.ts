import { CLOCK_EVENT, serverClock } from "./server-clock.ts";

/** What an answer's date can be off by: it has whole seconds, and the answer took its time. */
const TOLERANCE_MS = 2_000;
let measuring: Promise<number> | undefined;

/**
 * Asks the server once a page load what time it is; answers the milliseconds by which it is ahead of this browser.
 * Differences of two seconds and less count as none. Never rejects: a server that does not answer leaves the clocks alike.
 */
export function measureServerClock(): Promise<number> {
  measuring ??= ask().catch(() => {
    measuring = undefined;
    return 0;
  });
  return measuring;
}

async function ask(): Promise<number> {
  const asked = Date.now();
  const { headers } = await fetch("/api/health/live", { cache: "no-store" });
  return readServerClock(headers, asked);
}

/** Takes the time out of an answer that came anyway; `asked` is this browser's time of the question. Answers as above. */
export function readServerClock(headers: Headers, asked: number): number {
  const date = headers.get("date");
  const ahead = date === null ? 0 : clockAhead(date, asked, Date.now());
  serverClock.ahead = ahead;
  if (ahead !== 0) window.dispatchEvent(new Event(CLOCK_EVENT));
  return ahead;
}

/** How far a clock is ahead that wrote `date` between two moments of this one. */
export function clockAhead(date: string, asked: number, answered: number): number {
  const ahead = Date.parse(date) + 500 - (asked + answered) / 2;
  return Number.isNaN(ahead) || Math.abs(ahead) <= TOLERANCE_MS ? 0 : Math.round(ahead);
}
