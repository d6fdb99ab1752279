import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { killProcessTree } from "./kill-process-tree.ts";
import { createProcessLedger } from "./process-ledger.ts";
import { findProcess, processMarkVariable } from "./process-table.ts";

let folder: string;
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-ledger-"));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** Prints the pid of a child and of a grandchild that left the group, then ignores SIGTERM. */
const family = `
  const { spawn } = require("node:child_process");
  process.on("SIGTERM", () => {});
  const idle = ["-e", "setInterval(() => {}, 1000)"];
  const near = spawn(process.execPath, idle, { stdio: "ignore" });
  const far = spawn(process.execPath, idle, { stdio: "ignore", detached: true });
  console.log(JSON.stringify([near.pid, far.pid]));
  setInterval(() => {}, 1000);
`;

async function startFamily(mark: string) {
  const child = spawn(process.execPath, ["-e", family], {
    detached: true,
    env: { [processMarkVariable]: mark } as Record<string, string> as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(child);
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const pid = child.pid as number;
  return { child, pids: [pid, ...(JSON.parse(line.toString()) as number[])], pid };
}
const living = async (pids: readonly number[]) =>
  (await Promise.all(pids.map(findProcess))).filter((facts) => facts !== undefined);

test("a tree is ended with children, those that left the group too, and those that ignore SIGTERM", async () => {
  const { pid, pids } = await startFamily("tree-one");
  const startTime = (await findProcess(pid))?.startTime ?? null;
  expect(await living(pids)).toHaveLength(3);
  expect(await killProcessTree({ pid, startTime, mark: "tree-one", isGroupOurs: true }, 50)).toBe(3);
  expect(await living(pids)).toEqual([]);
});

test("a process that only got a recycled pid is never touched", async () => {
  const { pid, pids } = await startFamily("the-new-owner");
  const recycled = { pid, startTime: "an older start", mark: "the-old-owner", isGroupOurs: false };
  expect(await killProcessTree(recycled, 0)).toBe(0);
  expect(await living(pids)).toHaveLength(3);
  await killProcessTree({ ...recycled, mark: "the-new-owner" }, 0);
});

/** An OpenHive that records a child and is killed with kill -9. */
async function recordedByKilledOwner(mode: "leader lives" | "leader dead") {
  const script = `
    const { spawn } = await import("node:child_process");
    const { createProcessLedger } = await import(${JSON.stringify(join(import.meta.dirname, "process-ledger.ts"))});
    const entry = await createProcessLedger(${JSON.stringify(folder)}).open("test server");
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(family)}], { detached: true, env: { ${processMarkVariable}: entry.mark }, stdio: ["ignore", "pipe", "ignore"] });
    await entry.started(child.pid);
    child.stdout.on("data", (line) => console.log(JSON.stringify([child.pid, ...JSON.parse(line)])));
  `;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(owner);
  const [line] = (await once(owner.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const pids = JSON.parse(line.toString()) as number[];
  const closed = once(owner, "exit");
  owner.kill("SIGKILL");
  await closed;
  if (mode === "leader dead") {
    process.kill(pids[0] as number, "SIGKILL");
    await expect.poll(() => living(pids)).toHaveLength(2);
  }
  return pids;
}

test("what a killed owner left behind is ended at the next start", async () => {
  const pids = await recordedByKilledOwner("leader lives");
  expect(await createProcessLedger(folder).reap()).toBe(3);
  expect(await living(pids)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test("children whose own parent is dead already are ended as well", async () => {
  const pids = await recordedByKilledOwner("leader dead");
  await createProcessLedger(folder).reap();
  expect(await living(pids)).toEqual([]);
});

test("children of an owner that still runs are left alone", async () => {
  const ledger = createProcessLedger(folder);
  const entry = await ledger.open("mine");
  const { pid, pids } = await startFamily(entry.mark);
  await entry.started(pid);
  expect(await createProcessLedger(folder).reap()).toBe(0);
  expect(await living(pids)).toHaveLength(3);
  expect(await readdir(folder)).toHaveLength(1);
  await killProcessTree({ pid, startTime: null, mark: entry.mark, isGroupOurs: true }, 0);
  await entry.close();
  expect(await readdir(folder)).toEqual([]);
});

test("a record that was cut off by a crash is removed without harm", async () => {
  await writeFile(join(folder, "half.json"), '{"mark":');
  expect(await createProcessLedger(folder).reap()).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test("a record can be read at every moment while it is written", async () => {
  const entry = await createProcessLedger(folder).open("busy");
  const file = join(folder, `${entry.mark}.json`);
  let isWriting = true;
  const writing = (async () => {
    for (let round = 0; round < 200; round += 1) await entry.started(process.pid);
    isWriting = false;
  })();
  while (isWriting) expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ mark: entry.mark });
  await writing;
  expect(await readdir(folder)).toEqual([`${entry.mark}.json`]);
});
