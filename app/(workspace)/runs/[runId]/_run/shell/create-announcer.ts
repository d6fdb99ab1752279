import { type Announcement, mergeNews } from "./merge-news.ts";
import type { RunNews } from "./run-news.ts";

const PAUSE_MS = 1_000;

interface Announcer {
  tell(news: readonly RunNews[]): void;
  stop(): void;
}

/** Says the first news at once, and what comes within a second of it together when that is over. */
export function createAnnouncer(say: (announcement: Announcement) => void): Announcer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: readonly RunNews[] = [];
  const speak = (): void => {
    timer = undefined;
    if (waiting.length === 0) return;
    say(mergeNews(waiting));
    waiting = [];
    timer = setTimeout(speak, PAUSE_MS);
  };
  return {
    tell(news) {
      waiting = [...waiting, ...news];
      if (timer === undefined) speak();
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
