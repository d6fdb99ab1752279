import type { RunNews } from "./run-news.ts";

/** What is said at once. */
export interface Announcement {
  readonly text: string;
  /** Interrupts whatever is being read. */
  readonly isUrgent: boolean;
}

type Many = (count: number) => string;

/** The most important first; several of a kind are counted, and of states only the newest is said. */
const kinds: readonly (readonly [kind: RunNews["kind"], many?: Many])[] = [
  ["failure"],
  ["end"],
  ["waiting", (count) => `${count} agents wait for you`],
  ["failed", (count) => `${count} agents failed`],
  ["done", (count) => `${count} agents done`],
  ["state"],
];
const urgent: readonly RunNews["kind"][] = ["failure", "waiting"];

/** All that happened in a while as one announcement: "Critic waits for you: fetch_page. 4 agents done". */
export function mergeNews(news: readonly RunNews[]): Announcement {
  const texts = kinds.flatMap(([kind, many]) => {
    const these = news.filter((one) => one.kind === kind);
    const names = new Set(these.map(({ name }) => name));
    const newest = these.at(-1);
    if (!newest) return [];
    return [many && names.size > 1 ? many(names.size) : newest.text];
  });
  return { text: texts.join(". "), isUrgent: news.some(({ kind }) => urgent.includes(kind)) };
}
