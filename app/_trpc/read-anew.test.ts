import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { readAnew } from "./read-anew.ts";

/** A query that is shown, with what the server holds and the answers that are on their way. */
function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = { value: "before" };
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["list"],
    queryFn: () => {
      const { value } = server;
      return new Promise<string>((resolve) => answers.push(() => resolve(value)));
    },
  });
  const stop = observer.subscribe(() => undefined);
  const answer = async (count: number) => {
    await expect.poll(() => answers.length).toBe(count);
    answers.at(-1)?.();
  };
  return { client, server, answers, observer, answer, [Symbol.dispose]: stop };
}

/** The same, where the first answer is in. */
async function showRead() {
  const shown = show();
  await shown.answer(1);
  await expect.poll(() => shown.observer.getCurrentResult().data).toBe("before");
  return shown;
}

afterEach(() => vi.useRealTimers());

test("what is shown is read again after news", async () => {
  using shown = await showRead();
  shown.server.value = "after";
  readAnew(shown.client, { queryKey: ["list"] });
  await shown.answer(2);
  await expect.poll(() => shown.observer.getCurrentResult().data).toBe("after");
  expect(shown.answers).toHaveLength(2);
});

test("a first reading that the server gave before the news is followed by another", async () => {
  using shown = show();
  await expect.poll(() => shown.answers.length).toBe(1);
  shown.server.value = "after";
  readAnew(shown.client, { queryKey: ["list"] });
  await shown.answer(1);
  await shown.answer(2);
  await expect.poll(() => shown.observer.getCurrentResult().data).toBe("after");
});

test("news that come faster than answers keep none of them out", async () => {
  using shown = await showRead();
  shown.server.value = "after";
  readAnew(shown.client, { queryKey: ["list"] });
  await expect.poll(() => shown.answers.length).toBe(2);
  shown.server.value = "last";
  for (const _ of [1, 2, 3]) readAnew(shown.client, { queryKey: ["list"] });
  await shown.answer(2);
  await expect.poll(() => shown.observer.getCurrentResult().data).toBe("after");
  await shown.answer(3);
  await expect.poll(() => shown.observer.getCurrentResult().data).toBe("last");
  expect(shown.answers).toHaveLength(3);
});

test("a list is read once more as soon as its own answer is in, whatever else is on its way", async () => {
  using shown = await showRead();
  const slow = new QueryObserver(shown.client, {
    queryKey: ["list", "slow"],
    queryFn: () => new Promise(() => {}),
  });
  const stop = slow.subscribe(() => undefined);
  readAnew(shown.client, { queryKey: ["list"] });
  await expect.poll(() => shown.answers.length).toBe(2);
  shown.server.value = "after";
  readAnew(shown.client, { queryKey: ["list"] });
  await shown.answer(2);
  await shown.answer(3);
  await expect.poll(() => shown.observer.getCurrentResult().data).toBe("after");
  stop();
});

test("an answer that does not come is given up after ten seconds of news", async () => {
  using shown = await showRead();
  shown.server.value = "after";
  vi.useFakeTimers({ toFake: ["Date"] });
  const news = () => readAnew(shown.client, { queryKey: ["list"] });
  for (const seconds of [0, 1, 9, 2]) {
    vi.advanceTimersByTime(seconds * 1_000);
    news();
  }
  // The second answer is lost.
  await shown.answer(3);
  await expect.poll(() => shown.observer.getCurrentResult().data).toBe("after");
});

test("news about something else reads nothing", async () => {
  using shown = show();
  await shown.answer(1);
  readAnew(shown.client, { queryKey: ["other"] });
  await expect.poll(() => shown.observer.getCurrentResult().data).toBe("before");
  expect(shown.answers).toHaveLength(1);
});
