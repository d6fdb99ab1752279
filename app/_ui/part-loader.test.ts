import { expect, test } from "vitest";
import { createPartLoader } from "./part-loader.ts";

/** A script that cannot be fetched until the server is back. */
function createScript() {
  const state = { isAway: true, fetches: 0 };
  const load = async () => {
    state.fetches += 1;
    await Promise.resolve();
    if (state.isAway) throw new Error("Failed to load chunk");
    return { name: "Part" };
  };
  return { state, load };
}

test("a part that could not be loaded is fetched afresh the next time", async () => {
  const { state, load } = createScript();
  const loader = createPartLoader(load);
  expect(await loader.load()).toBe(false);
  expect(loader.read()).toBeUndefined();
  state.isAway = false;
  expect(await loader.load()).toBe(true);
  expect(loader.read()).toEqual({ name: "Part" });
  expect(state.fetches).toBe(2);
});

test("a part wanted in two places is fetched once, and both are told", async () => {
  const { state, load } = createScript();
  state.isAway = false;
  const loader = createPartLoader(load);
  let told = 0;
  loader.subscribe(() => told++);
  const leave = loader.subscribe(() => told++);
  const gone = loader.subscribe(() => told++);
  gone();
  expect(await Promise.all([loader.load(), loader.load()])).toEqual([true, true]);
  await loader.load();
  expect({ fetches: state.fetches, told }).toEqual({ fetches: 1, told: 2 });
  leave();
});
