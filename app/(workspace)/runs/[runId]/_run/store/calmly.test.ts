import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { calmly } from "./calmly.ts";

function newsFrom() {
  const listeners = new Set<() => void>();
  return {
    listeners,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    happen() {
      for (const listener of listeners) listener();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("news told calmly", () => {
  it("come four times a second at most, however many there are", () => {
    const news = newsFrom();
    let told = 0;
    calmly(news.subscribe)(() => {
      told += 1;
    });
    for (let at = 0; at < 1_000; at += 5) {
      news.happen();
      vi.advanceTimersByTime(5);
    }
    expect(told).toBe(5);
  });

  it("come as seldom as they are wanted", () => {
    const news = newsFrom();
    let told = 0;
    calmly(
      news.subscribe,
      2_000,
    )(() => {
      told += 1;
    });
    for (let at = 0; at < 4_000; at += 50) {
      news.happen();
      vi.advanceTimersByTime(50);
    }
    expect(told).toBe(3);
  });

  it("are told at once when none came before, and the last is never lost", () => {
    const news = newsFrom();
    let told = 0;
    calmly(news.subscribe)(() => {
      told += 1;
    });
    news.happen();
    expect(told).toBe(1);
    news.happen();
    vi.advanceTimersByTime(250);
    expect(told).toBe(2);
  });

  it("end with the listening, also those that wait", () => {
    const news = newsFrom();
    let told = 0;
    const stop = calmly(news.subscribe)(() => {
      told += 1;
    });
    news.happen();
    news.happen();
    stop();
    vi.advanceTimersByTime(1_000);
    expect([told, news.listeners.size]).toEqual([1, 0]);
  });
});
