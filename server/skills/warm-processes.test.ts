import { expect, test } from "vitest";
import type { ProcessShape, SkillProcess } from "./skill-process.ts";
import type { WarmOptions } from "./warm-pool.ts";
import { createWarmProcesses } from "./warm-processes.ts";

function shapeOf(name: string, revision = "1"): ProcessShape {
  const skill = {
    name,
    revision,
    description: "",
    root: "r",
    folder: `/${name}`,
    networkHosts: [],
    secrets: [],
    isUsable: true,
    findings: [],
    body: "",
    files: [],
    functions: [],
    requirements: [],
  };
  return { skill, runtime: { python: "python3", folders: [] }, supervised: ["call"] };
}

/** Starts that are counted; none of them is a process. */
function counted(options: Partial<WarmOptions> = {}) {
  const started: string[] = [];
  const ended: string[] = [];
  const warm = createWarmProcesses({
    size: 2,
    ...options,
    async start({ skill }) {
      const name = `${skill.name}@${skill.revision}#${started.length}`;
      started.push(name);
      const tree = {
        isAlive: () => true,
        discard: () => undefined,
        ended: Promise.resolve(),
        run: () => Promise.reject(new Error("No work is done here.")),
      };
      const process: SkillProcess = { tree, folder: name, dispose: async () => void ended.push(name) };
      return process;
    },
  });
  return { warm, started, ended };
}

test("a call takes the process that is being started for it, and does not start another", async () => {
  const { warm, started } = counted();
  await warm.obtain(shapeOf("a"));
  warm.replenish(shapeOf("a"));
  expect((await warm.obtain(shapeOf("a"))).folder).toBe("a@1#1");
  expect(started).toHaveLength(2);
  expect((await warm.obtain(shapeOf("a"))).folder).toBe("a@1#2");
});

test("one process waits for a skill, and as many as there may be in all; the oldest makes room", async () => {
  const { warm, started, ended } = counted();
  for (const name of ["a", "a", "b", "c"]) {
    warm.replenish(shapeOf(name));
    await new Promise(setImmediate);
  }
  expect(started).toEqual(["a@1#0", "b@1#1", "c@1#2"]);
  expect(ended).toEqual(["a@1#0"]);
  await warm.close();
  expect(ended).toEqual(["a@1#0", "b@1#1", "c@1#2"]);
});

test("after calls at a time as many wait, started one after the other, and other skills keep theirs", async () => {
  const { warm, started, ended } = counted({ size: 4 });
  warm.replenish(shapeOf("b"));
  await new Promise(setImmediate);
  const first = await Promise.all([1, 2, 3, 4, 5].map(() => warm.obtain(shapeOf("a"))));
  expect(new Set(first).size).toBe(5);
  for (const _ of first) warm.replenish(shapeOf("a"));
  await new Promise(setImmediate);
  // Four places in all, and one is b's.
  expect(started).toHaveLength(9);
  const second = await Promise.all([1, 2, 3].map(() => warm.obtain(shapeOf("a"))));
  expect(second.map(({ folder }) => folder)).toEqual(["a@1#6", "a@1#7", "a@1#8"]);
  expect((await warm.obtain(shapeOf("b"))).folder).toBe("b@1#0");
  expect(ended).toEqual([]);
});

test("what is likely to be called waits before the first call, once for each that expects it", async () => {
  const { warm, started } = counted({ size: 3 });
  for (const _ of [1, 2, 3, 4]) {
    warm.expect(shapeOf("a"));
    await new Promise(setImmediate);
  }
  expect(started).toHaveLength(3);
  expect((await warm.obtain(shapeOf("a"))).folder).toBe("a@1#0");
});

test("the first calls after an activation find a process each, as far as there is room", async () => {
  const { warm, started } = counted({ size: 8 });
  warm.expect(shapeOf("a"));
  await new Promise(setImmediate);
  expect(started).toHaveLength(4);
  const first = await Promise.all([1, 2, 3, 4].map(() => warm.obtain(shapeOf("a"))));
  expect(started).toHaveLength(4);
  expect(first.map(({ folder }) => folder).sort()).toEqual(started);
  const narrow = counted({ size: 2 });
  narrow.warm.replenish(shapeOf("b"));
  await new Promise(setImmediate);
  narrow.warm.expect(shapeOf("a"));
  await new Promise(setImmediate);
  expect(narrow.started).toEqual(["b@1#0", "a@1#1"]);
});

test("the number of calls at a time is forgotten", async () => {
  const { warm, started } = counted({ idleMs: 0 });
  await Promise.all([warm.obtain(shapeOf("a")), warm.obtain(shapeOf("a"))]);
  for (const _ of [1, 2]) warm.replenish(shapeOf("a"));
  await new Promise(setImmediate);
  expect(started).toHaveLength(3);
});

test("another revision ends what waits for the old one", async () => {
  const { warm, ended } = counted();
  warm.replenish(shapeOf("a"));
  await new Promise(setImmediate);
  expect((await warm.obtain(shapeOf("a", "2"))).folder).toBe("a@2#1");
  expect(ended).toEqual(["a@1#0"]);
});

test("what nobody calls for retires, and where none may wait none is started", async () => {
  const idle = counted({ idleMs: 1 });
  idle.warm.replenish(shapeOf("a"));
  await expect.poll(() => idle.ended).toEqual(["a@1#0"]);
  const none = counted({ size: 0 });
  none.warm.replenish(shapeOf("a"));
  await new Promise(setImmediate);
  expect(none.started).toEqual([]);
});
