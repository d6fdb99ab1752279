import { expect, test } from "vitest";
import { createCallGate } from "./call-gate.ts";

const never = new AbortController().signal;

test("no more than the limit are inside, and the rest follow in order", async () => {
  const gate = createCallGate(2);
  const leaves = [await gate.enter("a", never), await gate.enter("a", never)];
  const entered: number[] = [];
  const waiting = [1, 2, 3].map(async (number) => {
    const leave = await gate.enter("a", never);
    entered.push(number);
    return leave;
  });
  await Promise.resolve();
  expect(entered).toEqual([]);
  leaves[0]?.();
  (await waiting[0])?.();
  (await waiting[1])?.();
  await waiting[2];
  expect(entered).toEqual([1, 2, 3]);
});

test("keys do not wait for each other", async () => {
  const gate = createCallGate(1);
  await gate.enter("a", never);
  await expect(gate.enter("b", never)).resolves.toBeTypeOf("function");
});

test("one who gives up waiting takes no place", async () => {
  const gate = createCallGate(1);
  const leave = await gate.enter("a", never);
  const stop = new AbortController();
  const given = gate.enter("a", stop.signal);
  const next = gate.enter("a", never);
  stop.abort(new Error("stopped"));
  await expect(given).rejects.toThrow("stopped");
  leave();
  await expect(next).resolves.toBeTypeOf("function");
});
