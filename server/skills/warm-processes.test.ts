import { expect, test } from "vitest";
import type { ProcessShape, SkillProcess } from "./skill-process.ts";
import { createWarmProcesses, type WarmOptions } from "./warm-processes.ts";

function shapeOf(name: string, revision = "1"): ProcessShape {
  const skill = {
    name,
    revision,
    description: "",
    root: "r",
    folder: `/${name}`,
    needsNetwork: false,
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
