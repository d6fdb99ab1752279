import { queryObjects } from "node:v8";
import { expect, test } from "vitest";
import type { RunChange } from "../contract/run-event.ts";
import { createChangeFeed } from "./change-feed.ts";

/** Heard is what comes after the first answer. */
async function listen(feed: ReturnType<typeof createChangeFeed>) {
  const leaving = new AbortController();
  const heard: RunChange[] = [];
  const changes = feed.follow(leaving.signal)[Symbol.asyncIterator]();
  expect((await changes.next()).value).toEqual({ hasWaits: true });
  const done = (async () => {
    for await (const change of { [Symbol.asyncIterator]: () => changes }) heard.push(change);
  })();
  return { heard, done, leave: () => leaving.abort() };
}

test("from the first answer on nothing goes untold, however soon it comes", async () => {
  const feed = createChangeFeed(5);
  const leaving = new AbortController();
  const changes = feed.follow(leaving.signal)[Symbol.asyncIterator]();
  await changes.next();
  // Nobody has asked for the next answer yet.
  feed.note([{ type: "question.asked" }]);
  feed.note([{ type: "tool_call" }]);
  expect((await changes.next()).value).toEqual({ hasWaits: true });
  leaving.abort();
  expect((await changes.next()).done).toBe(true);
});

test("many events at once are one change, and only some of them are about questions", async () => {
  const feed = createChangeFeed(5);
  const { heard, done, leave } = await listen(feed);
  for (let count = 0; count < 100; count += 1) feed.note([{ type: "tool_call" }]);
  await expect.poll(() => heard).toEqual([{ hasWaits: false }]);
  feed.note([{ type: "tool_call" }, { type: "question.asked" }]);
  await expect.poll(() => heard).toEqual([{ hasWaits: false }, { hasWaits: true }]);
  leave();
  await done;
});

test("what is not known more closely may be about questions", async () => {
  const feed = createChangeFeed(5);
  const { heard, done, leave } = await listen(feed);
  feed.note();
  await expect.poll(() => heard).toEqual([{ hasWaits: true }]);
  leave();
  await done;
});

test("who leaves while nothing happens is let go", async () => {
  const { done, leave } = await listen(createChangeFeed(5));
  leave();
  await done;
});

test("a page that stays open costs nothing more with each change", async () => {
  const feed = createChangeFeed(0);
  const leaving = new AbortController();
  const changes = feed.follow(leaving.signal)[Symbol.asyncIterator]();
  const tell = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const told = changes.next();
      feed.note();
      await told;
    }
  };
  await changes.next();
  await tell(10);
  const before = queryObjects(Promise, { format: "count" });
  await tell(200);
  expect(queryObjects(Promise, { format: "count" }) - before).toBeLessThan(100);
  leaving.abort();
  expect((await changes.next()).done).toBe(true);
});

test("who leaves between two answers is told nothing more", async () => {
  const feed = createChangeFeed(5);
  const leaving = new AbortController();
  const changes = feed.follow(leaving.signal)[Symbol.asyncIterator]();
  await changes.next();
  feed.note();
  await changes.next();
  feed.note();
  leaving.abort();
  expect((await changes.next()).done).toBe(true);
});
