import { expect, test, vi } from "vitest";
import { createPageMemory } from "./page-memory.ts";

test("what is written longest ago goes first, and writing it anew keeps it", () => {
  const memory = createPageMemory<string>(2);
  memory.write("first", "a");
  memory.write("second", "b");
  memory.write("first", "c");
  memory.write("third", "d");
  expect(["first", "second", "third"].map(memory.read)).toEqual(["c", undefined, "d"]);
});

test("whoever listens hears of what is written and of what is forgotten, until they stop", () => {
  const memory = createPageMemory<number>(2);
  const listener = vi.fn();
  const stop = memory.subscribe(listener);
  memory.write("one", 1);
  memory.forget("one");
  memory.forget("one");
  expect(listener).toHaveBeenCalledTimes(2);
  expect(memory.read("one")).toBeUndefined();
  stop();
  memory.write("one", 1);
  expect(listener).toHaveBeenCalledTimes(2);
});
