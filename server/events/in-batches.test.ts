import fc from "fast-check";
import { expect, test } from "vitest";
import { inBatches } from "./in-batches.ts";

async function* from(values: readonly number[], pauses: ReadonlySet<number> = new Set()) {
  for (const value of values) {
    if (pauses.has(value)) await new Promise((resolve) => setImmediate(resolve));
    yield value;
  }
}

async function collect(source: AsyncIterable<readonly number[]>) {
  const batches: (readonly number[])[] = [];
  for await (const batch of source) batches.push(batch);
  return batches;
}

test("whatever the pauses, everything comes once and in order, and no batch is empty", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2_500), fc.array(fc.nat(2_500)), async (count, pauses) => {
      const values = Array.from({ length: count }, (_, index) => index);
      const batches = await collect(inBatches(from(values, new Set(pauses))));
      expect(batches.flat()).toEqual(values);
      expect(batches.every((batch) => batch.length > 0 && batch.length <= 1_000)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("a long past comes in a few pieces", async () => {
  const values = Array.from({ length: 5_000 }, (_, index) => index);
  expect((await collect(inBatches(from(values)))).length).toBeLessThanOrEqual(6);
});

test("what came before a failure is handed over, then the failure", async () => {
  async function* failing() {
    yield 1;
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
      for (let value = 0; ; value += 1) yield value;
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
