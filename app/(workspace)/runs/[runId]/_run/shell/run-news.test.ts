import { describe, expect, it } from "vitest";
import type { RunEvent } from "@/server/contract/run-event.ts";
import { exampleRun } from "../testing/example-run.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import { newsBetween } from "./run-news.ts";

const { events } = exampleRun();

/** What is said of each event of a run as it comes. */
function newsOf({ selectedId, since = 0 }: { readonly selectedId?: string; readonly since?: number }) {
  let view = EMPTY_RUN_VIEW;
  return events.flatMap((event) => {
    const before = view;
    view = foldSignals(view, [event]);
    return newsBetween(before, view, { selectedId, since }).map(({ text }) => text);
  });
}

describe("the news of a run", () => {
  it("are every agent that is done or failed, what waits for a person, and the end", () => {
    expect(newsOf({})).toEqual([
      "Analyst, done",
      "Scout 1, failed",
      "Scout 2, done",
      "Scout 3, done",
      "Lead waits for you: Unit",
      "Lead, done",
      "The run is over: done",
    ]);
  });

  it("are every state of the agent that is looked at", () => {
    const news = newsOf({ selectedId: "s-analyst" });
    expect(news.filter((text) => text.startsWith("Analyst"))).toEqual([
      "Analyst, queued",
      "Analyst, thinking",
      "Analyst, calling a tool",
      "Analyst, thinking",
      "Analyst, done",
    ]);
  });

  it("are not what happened before one listened", () => {
    const end = events.at(-1) as RunEvent;
    expect(newsOf({ since: Date.parse(end.at) + 1 })).toEqual([]);
    const whole = foldSignals(EMPTY_RUN_VIEW, events);
    expect(newsBetween(EMPTY_RUN_VIEW, whole, { selectedId: undefined, since: 0 })).toHaveLength(1);
  });
});
