import fc from "fast-check";
import { expect, test } from "vitest";
import { inBatches } from "./in-batches.ts";

const inARow = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Numbers from 0 in lists of these lengths, with a pause before some of the lists. */
async function* from(lengths: readonly number[], pauses: ReadonlySet<number> = new Set()) {
  let next = 0;
  for (const [place, length] of lengths.entries()) {
    if (pauses.has(place)) await new Promise((resolve) => setImmediate(resolve));
    yield inARow(length).map((value) => next + value);
    next += length;
  }
}

async function collect(source: AsyncIterable<readonly number[]>) {
  const batches: (readonly number[])[] = [];
  for await (const batch of source) batches.push(batch);
  return batches;
}

test("whatever the pauses, everything comes once and in order, and no batch is empty", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(400)), fc.array(fc.nat(20)), async (lengths, pauses) => {
      const batches = await collect(inBatches(from(lengths, new Set(pauses))));
      expect(batches.flat()).toEqual(inARow(lengths.reduce((sum, length) => sum + length, 0)));
      // With what fills it a batch may have one list more than is held.
      expect(batches.every((batch) => batch.length > 0 && batch.length < 1_000 + 400)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("many small lists at the same time are a few pieces, and a large one stays as it is", async () => {
  expect((await collect(inBatches(from(inARow(5_000).map(() => 1))))).length).toBeLessThanOrEqual(6);
  const page = inARow(4_000);
  async function* alone() {
    yield page;
  }
  expect((await collect(inBatches(alone())))[0]).toBe(page);
});

test("what came before a failure is handed over, then the failure", async () => {
  async function* failing() {
    yield [1];
    throw new Error("broken");
  }
  const seen: number[] = [];
  const reading = (async () => {
    for await (const batch of inBatches(failing())) seen.push(...batch);
  })();
  await expect(reading).rejects.toThrow("broken");
  expect(seen).toEqual([1]);
});

test("who leaves early ends the source", async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (let value = 0; ; value += 1) yield [value];
    } finally {
      isEnded = true;
    }
  }
  for await (const batch of inBatches(endless())) {
    expect(batch.length).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => isEnded).toBe(true);
});
