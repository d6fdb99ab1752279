import { expect, test } from "vitest";
import { createInTurns } from "./in-turns.ts";

test("what stands under one key comes one after the other, also behind one that failed; those of another do not wait", async () => {
  const take = createInTurns();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = take("a", async () => {
    log.push("first begins");
    await gate.promise;
    log.push("first ends");
    throw new Error("no");
  });
  const second = take("a", async () => void log.push("second"));
  await take("b", async () => void log.push("other"));
  expect(log).toEqual(["first begins", "other"]);
  gate.resolve();
  await expect(first).rejects.toThrow("no");
  await second;
  expect(log).toEqual(["first begins", "other", "first ends", "second"]);
});
