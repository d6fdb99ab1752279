import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAnnouncer } from "./create-announcer.ts";
import type { Announcement } from "./merge-news.ts";
import type { RunNews } from "./run-news.ts";

const done = (name: string): RunNews => ({ kind: "done", name, text: `${name}, done` });
const failed = (name: string): RunNews => ({ kind: "failed", name, text: `${name}, failed` });
const state = (name: string, word: string): RunNews => ({ kind: "state", name, text: `${name}, ${word}` });
const waiting = (name: string): RunNews => ({ kind: "waiting", name, text: `${name} waits for you: run` });

function listen() {
  const said: Announcement[] = [];
  const announcer = createAnnouncer((announcement) => said.push(announcement));
  return { announcer, said, texts: () => said.map(({ text }) => text) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what is read out of a run", () => {
  it("is the first news at once and the rest together a second later", () => {
    const { announcer, texts } = listen();
    announcer.tell([done("Scout 1")]);
    expect(texts()).toEqual(["Scout 1, done"]);
    for (const name of ["Scout 2", "Scout 3", "Scout 4", "Analyst"]) {
      vi.advanceTimersByTime(200);
      announcer.tell([done(name)]);
    }
    expect(texts()).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(texts()).toEqual(["Scout 1, done", "4 agents done"]);
  });

  it("is one announcement a second at most, and nothing while there is no news", () => {
    const { announcer, said } = listen();
    for (let at = 0; at < 5_000; at += 50) {
      announcer.tell([done(`Scout ${at}`)]);
      vi.advanceTimersByTime(50);
    }
    expect(said).toHaveLength(6);
    vi.advanceTimersByTime(60_000);
    announcer.tell([]);
    expect(said).toHaveLength(6);
  });

  it("puts first what matters most, and of states says the newest", () => {
    const { announcer, said } = listen();
    announcer.tell([
      state("Lead", "thinking"),
      done("Scout"),
      failed("Critic"),
      failed("Writer"),
      waiting("Checker"),
      state("Lead", "calling a tool"),
    ]);
    const text = "Checker waits for you: run. 2 agents failed. Scout, done. Lead, calling a tool";
    expect(said).toEqual([{ text, isUrgent: true }]);
  });

  it("interrupts only for what waits and for a run that failed", () => {
    const { announcer, said } = listen();
    announcer.tell([failed("Scout")]);
    vi.advanceTimersByTime(1_000);
    announcer.tell([{ kind: "failure", name: "Desk", text: "The run failed." }]);
    expect(said.map(({ isUrgent }) => isUrgent)).toEqual([false, true]);
  });

  it("ends with its page", () => {
    const { announcer, said } = listen();
    announcer.tell([done("Scout")]);
    announcer.tell([done("Critic")]);
    announcer.stop();
    vi.advanceTimersByTime(5_000);
    expect(said).toHaveLength(1);
  });
});
