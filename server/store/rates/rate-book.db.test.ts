import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createRateBook, type RateBook } from "./rate-book.ts";

let place: TestDatabase;
const pools: Database[] = [];
/** Two processes, as far as the database can tell. */
let books: readonly RateBook[];
beforeAll(async () => {
  place = await createTestDatabase();
  pools.push(createDatabase(place.url, "openhive-one"), createDatabase(place.url, "openhive-two"));
  books = pools.map(createRateBook);
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await place.close();
});

const limit = (key: string, calls: number, seconds = 60) => ({ key, calls, seconds });
const book = (index: number): RateBook => books[index % 2] as RateBook;
const age = (key: string, seconds: number) =>
  pools[0]?.query({
    text: `update rate_hit set at = at - make_interval(secs => $2), until = until - make_interval(secs => $2) where key = $1`,
    values: [key, seconds],
  });
const count = async (key: string) =>
  (await pools[0]?.query({ text: "select 1 from rate_hit where key = $1", values: [key] }))?.rowCount;

test("of many at the same moment, from two processes, exactly as many pass as the limit says", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) => book(index).take([limit("crowd", 25)], 0)),
  );
  expect(outcomes.filter(({ isTaken }) => isTaken)).toHaveLength(25);
  expect(await count("crowd")).toBe(25);
});

test("the window slides: a place is free when the oldest call is as old as the window, not before", async () => {
  const slide = [limit("slide", 2, 1_000)];
  for (const index of [0, 0]) await book(index).take(slide, 0);
  await age("slide", 900);
  const near = await book(1).take(slide, 0);
  expect(near).toMatchObject({ isTaken: false, blocking: "slide" });
  expect(near.waitMs).toBeGreaterThan(0);
  expect(near.waitMs).toBeLessThanOrEqual(100_000);
  await age("slide", 100.1);
  expect(await book(0).take(slide, 0)).toMatchObject({ isTaken: true, waitMs: 0 });
});

test("a call counts once under a limit that is set twice, and the stricter line holds", async () => {
  const twice = [limit("twice", 9), limit("twice", 2), limit("twice", 5)];
  expect(await book(0).take(twice, 0)).toMatchObject({ isTaken: true });
  expect(await count("twice")).toBe(1);
  expect(await book(1).take(twice, 0)).toMatchObject({ isTaken: true });
  expect(await book(0).take(twice, 0)).toMatchObject({ isTaken: false, blocking: "twice" });
});

test("a call that is refused counts nowhere, whichever of its limits is reached", async () => {
  await book(0).take([limit("wide", 5), limit("narrow", 1)], 0);
  for (const index of [0, 1, 0])
    expect(await book(index).take([limit("wide", 5), limit("narrow", 1)], 0)).toMatchObject({
      isTaken: false,
      blocking: "narrow",
    });
  expect([await count("wide"), await count("narrow")]).toEqual([1, 1]);
});

test("those who wait get places one after the other, and never more of them than the limit says", async () => {
  const places = [];
  for (const index of [0, 1, 2, 3, 4, 5])
    places.push(await book(index).take([limit("queue", 2, 1_000)], 6_000_000));
  const windows = places.map(({ waitMs }) => Math.round(waitMs / 1_000_000));
  expect(windows).toEqual([0, 0, 1, 1, 2, 2]);
  expect(await book(0).take([limit("queue", 2, 1_000)], 2_000_000)).toMatchObject({ isTaken: false });
});

test("separate keys do not share a limit, and what is over is taken away", async () => {
  expect(await book(0).take([limit("mine", 1)], 0)).toMatchObject({ isTaken: true });
  expect(await book(1).take([limit("yours", 1)], 0)).toMatchObject({ isTaken: true });
  for (const key of ["crowd", "slide", "wide", "narrow", "queue", "mine"]) await age(key, 3_600);
  for (let index = 0; index < 12; index += 1) await book(index).take([limit(`later ${index}`, 1)], 0);
  expect((await pools[0]?.query("select 1 from rate_hit where until < clock_timestamp()"))?.rowCount).toBe(0);
});

test("a limit of ten thousand calls costs milliseconds", async () => {
  await pools[0]?.query(
    "insert into rate_hit (key, at, until) select 'full', clock_timestamp(), clock_timestamp() + interval '1 hour' from generate_series(1, 9999)",
  );
  const begun = performance.now();
  for (let index = 0; index < 50; index += 1) await book(index).take([limit(`cheap ${index % 3}`, 1_000)], 0);
  const small = (performance.now() - begun) / 50;
  const full = performance.now();
  expect(await book(0).take([limit("full", 10_000, 3_600)], 0)).toMatchObject({ isTaken: true });
  expect(await book(0).take([limit("full", 10_000, 3_600)], 0)).toMatchObject({ isTaken: false });
  const large = (performance.now() - full) / 2;
  process.stdout.write(
    `rate limits: ${small.toFixed(2)} ms a call, ${large.toFixed(2)} ms with 10,000 counted\n`,
  );
  expect(large).toBeLessThan(500);
});

test.each([0, 600_000])(
  "calls that were counted before the clock went back block nobody, where one may wait %i ms",
  async (most) => {
    const [key, hour] = [`before ${most}`, 3_600];
    for (const index of [0, 1]) await book(index).take([limit(key, 2)], most);
    await age(key, -hour);
    expect(await book(0).take([limit(key, 2)], most)).toMatchObject({ isTaken: true, waitMs: 0 });
    // They are gone: an hour later they would count once more.
    expect(await count(key)).toBe(1);
  },
);

test("places of those who wait count on, however far ahead they may lie", async () => {
  for (const waitMs of [0, 60_000, 120_000])
    expect(Math.round((await book(0).take([limit("ahead", 1)], 600_000)).waitMs / 1_000) * 1_000).toBe(
      waitMs,
    );
});
