import { expect, test } from "vitest";
import { StoreUnavailableError } from "../engine/ports.ts";
import { createGathering } from "./gather.ts";

/** Commits that refuse what they are told to; each number comes back doubled. */
function createDesk(refuse: (items: readonly number[]) => Error | undefined = () => undefined) {
  const commits: (readonly number[])[] = [];
  const write = createGathering<number, number>(async (items) => {
    commits.push(items);
    await new Promise((resolve) => setImmediate(resolve));
    const refusal = refuse(items);
    if (refusal) throw refusal;
    return items.map((item) => (item < 0 ? new RangeError(`${item}`) : item * 2));
  });
  return { commits, write };
}

test("what comes together goes together, what comes meanwhile goes next, and each gets its own answer", async () => {
  const { commits, write } = createDesk();
  const first = Promise.all([1, 2].map(write));
  await Promise.resolve();
  await Promise.resolve();
  const second = Promise.all([3, 4, 5].map(write));
  expect(await first).toEqual([2, 4]);
  expect(await second).toEqual([6, 8, 10]);
  expect(commits).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  expect(await write(6)).toBe(12);
});

test("one commit takes 64 at most", async () => {
  const { commits, write } = createDesk();
  await Promise.all(Array.from({ length: 130 }, (_, index) => write(index)));
  expect(commits.map(({ length }) => length)).toEqual([64, 64, 2]);
});

test("one that is answered with an error, or that makes its commit fail, hurts no other", async () => {
  const { commits, write } = createDesk((items) => (items.includes(7) ? new Error("No seven.") : undefined));
  const ends = await Promise.allSettled([1, -1, 7, 2].map(write));
  expect(ends.map((end) => (end.status === "fulfilled" ? end.value : String(end.reason)))).toEqual([
    2,
    "RangeError: -1",
    "Error: No seven.",
    4,
  ]);
  expect(commits).toEqual([[1, -1, 7, 2], [1], [-1], [7], [2]]);
});

test("while the store is away nothing is tried twice: it may be durable", async () => {
  const { commits, write } = createDesk(() => new StoreUnavailableError(new Error("gone")));
  const ends = await Promise.allSettled([1, 2].map(write));
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(commits).toEqual([[1, 2]]);
});
