import { setImmediate as nextRound } from "node:timers/promises";
import { expect, test } from "vitest";
import { Turnstile } from "./turnstile.ts";

/** Who passed, after each round of the event loop. */
async function passRounds(turnstile: Turnstile, count: number, rounds: number): Promise<readonly number[][]> {
  const passed: number[] = [];
  for (let number = 0; number < count; number += 1)
    void turnstile.pass().then(() => {
      passed.push(number);
    });
  const seen: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    await Promise.resolve();
    await Promise.resolve();
    seen.push(passed.splice(0));
    await nextRound();
  }
  return seen;
}

test("so many pass at once, and the others in the next rounds, in the order in which they came", async () => {
  const seen = await passRounds(new Turnstile(3), 8, 4);
  expect(seen).toEqual([[0, 1, 2], [3, 4, 5], [6, 7], []]);
});

test("what else waits for the event loop is served between two rounds", async () => {
  const turnstile = new Turnstile(2);
  const order: string[] = [];
  const all = Array.from({ length: 6 }, async (_, number) => {
    await turnstile.pass();
    order.push(String(number));
  });
  setImmediate(() => order.push("other"));
  await Promise.all(all);
  expect(order.indexOf("other")).toBeGreaterThan(-1);
  expect(order.indexOf("other")).toBeLessThan(5);
});

test("one that is alone passes at once, however often it comes", async () => {
  const turnstile = new Turnstile(1);
  let rounds = 0;
  const count = (): void => {
    rounds += 1;
  };
  for (let times = 0; times < 3; times += 1) {
    const before = rounds;
    const counting = setImmediate(count);
    await turnstile.pass();
    expect(rounds).toBe(before);
    clearImmediate(counting);
    await nextRound();
  }
});

test("those that come while others wait pass behind them", async () => {
  const turnstile = new Turnstile(1);
  const order: string[] = [];
  const pass = async (name: string): Promise<void> => {
    await turnstile.pass();
    order.push(name);
  };
  const first = [pass("a"), pass("b"), pass("c")];
  await nextRound();
  await Promise.all([...first, pass("d")]);
  expect(order).toEqual(["a", "b", "c", "d"]);
});
