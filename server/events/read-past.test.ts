import { expect, test } from "vitest";
import type { RunId } from "../contract/ids.ts";
import { StoreUnavailableError } from "../engine/ports.ts";
import { readPast, type WrittenLog, type WrittenPage } from "./read-past.ts";

const runId = "run" as RunId;

/** A log of so many events, each of which is its number; and what it was asked for. */
function createLog(events: number) {
  const limits: number[] = [];
  const log: WrittenLog = {
    async readWritten(_runId, afterSeq, limit): Promise<WrittenPage> {
      limits.push(limit);
      const seqs = Array.from(
        { length: Math.min(limit, events - afterSeq) },
        (_, index) => afterSeq + index + 1,
      );
      return { json: Buffer.from(JSON.stringify(seqs)), count: seqs.length, lastSeq: seqs.at(-1) ?? 0 };
    },
  };
  return { log, limits };
}

async function read(log: WrittenLog, signal = new AbortController().signal): Promise<readonly number[]> {
  const seqs: number[][] = [];
  for await (const json of readPast(log, runId, signal)) seqs.push(JSON.parse(Buffer.from(json).toString()));
  return seqs.flat();
}

test.each([0, 1, 499, 500, 501, 4_500, 9_000])(
  "a past of %d events comes whole, in order and in few pages",
  async (events) => {
    const { log, limits } = createLog(events);
    expect(await read(log)).toEqual(Array.from({ length: events }, (_, index) => index + 1));
    expect(limits.length).toBe(1 + Math.ceil(Math.max(0, events - 499) / 4_000));
  },
);

test("a store that is away for a moment makes a pause and no gap", async () => {
  const { log } = createLog(700);
  let tries = 0;
  const read700 = await read({
    async readWritten(...wanted) {
      tries += 1;
      if (tries === 2) throw new StoreUnavailableError("away");
      return log.readWritten(...wanted);
    },
  });
  expect(read700).toHaveLength(700);
  expect(tries).toBe(3);
});

test("any other fault, and a reader who leaves while the store is away, end it", async () => {
  const failing: WrittenLog = { readWritten: () => Promise.reject(new Error("a fault of ours")) };
  await expect(read(failing)).rejects.toThrow("a fault of ours");
  const leaving = new AbortController();
  const away: WrittenLog = {
    async readWritten() {
      leaving.abort();
      throw new StoreUnavailableError("away");
    },
  };
  await expect(read(away, leaving.signal)).rejects.toThrow(/abort/i);
});
