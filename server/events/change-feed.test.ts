import { expect, test } from "vitest";
import type { RunChange } from "../contract/run-event.ts";
import { createChangeFeed } from "./change-feed.ts";

function listen(feed: ReturnType<typeof createChangeFeed>) {
  const leaving = new AbortController();
  const heard: RunChange[] = [];
  const done = (async () => {
    for await (const change of feed.follow(leaving.signal)) heard.push(change);
  })();
  return { heard, done, leave: () => leaving.abort() };
}

test("many events at once are one change, and only some of them are about questions", async () => {
  const feed = createChangeFeed(5);
  const { heard, done, leave } = listen(feed);
  for (let count = 0; count < 100; count += 1) feed.note([{ type: "tool_call" }]);
  await expect.poll(() => heard).toEqual([{ hasWaits: false }]);
  feed.note([{ type: "tool_call" }, { type: "question.asked" }]);
  await expect.poll(() => heard).toEqual([{ hasWaits: false }, { hasWaits: true }]);
  leave();
  await done;
});

test("what is not known more closely may be about questions", async () => {
  const feed = createChangeFeed(5);
  const { heard, done, leave } = listen(feed);
  feed.note();
  await expect.poll(() => heard).toEqual([{ hasWaits: true }]);
  leave();
  await done;
});

test("who leaves while nothing happens is let go", async () => {
  const { done, leave } = listen(createChangeFeed(5));
  leave();
  await done;
});
