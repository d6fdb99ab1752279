import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

const { signal } = new AbortController();

test("those who wait come in the order in which they asked", async () => {
  const gate = createGate(1);
  const order: string[] = [];
  const leaveFirst = await gate.enter(signal);
  const waiting = ["a", "b", "c"].map(async (name) => {
    const leave = await gate.enter(signal, (position) => order.push(`${name} waits at ${position}`));
    order.push(`${name} in`);
    leave();
  });
  leaveFirst();
  await Promise.all(waiting);
  expect(order).toEqual(["a waits at 1", "b waits at 2", "c waits at 3", "a in", "b in", "c in"]);
});

test("whoever gives up frees the place in the queue, and leaving twice counts once", async () => {
  const gate = createGate(1);
  const leave = await gate.enter(signal);
  const controller = new AbortController();
  const givenUp = gate.enter(controller.signal);
  const next = gate.enter(signal);
  controller.abort(new Error("enough"));
  await expect(givenUp).rejects.toThrow("enough");
  leave();
  leave();
  const leaveNext = await next;
  let isIn = false;
  const third = gate.enter(signal).then((out) => {
    isIn = true;
    return out;
  });
  await Promise.resolve();
  expect(isIn).toBe(false);
  leaveNext();
  (await third)();
  await expect(gate.enter(AbortSignal.abort(new Error("late")))).rejects.toThrow("late");
});
