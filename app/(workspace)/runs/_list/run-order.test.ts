import { expect, test } from "vitest";
import { runSorts } from "@/server/contract/api.ts";
import { allOrders, fromSortText, NEWEST_FIRST, nextOrder, orderWords, toSortText } from "./run-order.ts";

test("an order comes back out of an address as it went in, and what is none is the newest first", () => {
  for (const order of allOrders) expect(fromSortText(toSortText(order))).toEqual(order);
  for (const text of [null, "", "-", "price", "--cost", "constructor"])
    expect(fromSortText(text)).toEqual(NEWEST_FIRST);
});

test("a second press on a head turns the order round, and a third turns it back", () => {
  for (const by of runSorts) {
    const before = by === "cost" ? NEWEST_FIRST : ({ by: "cost", direction: "asc" } as const);
    const first = nextOrder(before, by);
    const second = nextOrder(first, by);
    expect(second.direction).not.toBe(first.direction);
    expect(nextOrder(second, by)).toEqual(first);
  }
  expect(nextOrder(NEWEST_FIRST, "cost").direction).toBe("desc");
  expect(nextOrder(NEWEST_FIRST, "task").direction).toBe("asc");
});

test("every order has words of its own", () => {
  expect(new Set(allOrders.map(orderWords)).size).toBe(runSorts.length * 2);
});
