import { execFileSync } from "node:child_process";
import { link, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { createTestShelf } from "../../../testing/test-shelf.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { createFilesTools } from "./files-tools.ts";
import { isLeftover, ownName } from "./own-names.ts";
import { openWorkspace } from "./workspace.ts";

let base: string;
let root: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "openhive-workspace-")));
  root = join(base, "run-run");
  await mkdir(join(root, "in"), { recursive: true });
  await mkdir(join(base, "outside"));
  await writeFile(join(base, "outside", "file.txt"), "OUTSIDE");
  await writeFile(join(root, "in", "file.txt"), "INSIDE");
});
afterEach(() => rm(base, { recursive: true, force: true }));

/** Puts a link to the outside in the place of a folder and of a file, and them back, as fast as it can, until it is ended. */
const SWAPPER = `
const { renameSync, rmSync, symlinkSync } = require("node:fs");
const { workerData: { root, outside } } = require("node:worker_threads");
symlinkSync(outside, root + "/link");
symlinkSync(outside + "/file.txt", root + "/filelink");
const moveOnce = (from, to, isLast) => {
  try { renameSync(root + "/" + from, root + "/" + to); return true; }
  catch (error) {
    if (isLast) throw error;
    // A write made the folder anew in between, and may again while it is removed.
    try { rmSync(root + "/" + to, { recursive: true, force: true }); } catch {}
    return false;
  }
};
const move = (from, to) => {
  for (let tries = 1; !moveOnce(from, to, tries === 1000); tries += 1);
};
for (;;) {
  move("in", "kept"); move("link", "in");
  move("in", "link"); move("kept", "in");
  move("in/file.txt", "keptfile"); move("filelink", "in/file.txt");
  move("in/file.txt", "filelink"); move("keptfile", "in/file.txt");
}`;

test.runIf(process.platform === "linux")(
  "folders and files that are swapped for links while they are used lead nowhere outside",
  async () => {
    const workspace = await openWorkspace(root);
    const swapper = new Worker(SWAPPER, { eval: true, workerData: { root, outside: join(base, "outside") } });
    const counts = { read: 0, refused: 0, written: 0 };
    const end = Date.now() + 2_000;
    while (Date.now() < end) {
      const read = await workspace
        .locate("in/file.txt")
        .then((located) => workspace.read(located))
        .catch(() => undefined);
      if (read === undefined) counts.refused += 1;
      else counts.read += 1;
      expect(read?.bytes.toString() ?? "").not.toBe("OUTSIDE");
      const names = await workspace.list("in").catch(() => []);
      expect(names.every(({ name }) => ["file.txt", "new.txt"].includes(name))).toBe(true);
      const written = await workspace
        .locate("in/new.txt")
        .then((located) => workspace.replace(located, { bytes: Buffer.from("mine"), mode: 0o644 }))
        .then(
          () => true,
          () => false,
        );
      if (written) counts.written += 1;
    }
    await swapper.terminate();
    expect(await readdir(join(base, "outside"))).toEqual(["file.txt"]);
    expect(await readFile(join(base, "outside", "file.txt"), "utf8")).toBe("OUTSIDE");
    expect(counts.read, JSON.stringify(counts)).toBeGreaterThan(0);
    expect(counts.refused, JSON.stringify(counts)).toBeGreaterThan(0);
    expect(counts.written, JSON.stringify(counts)).toBeGreaterThan(0);
  },
);

test("pipes, sockets, devices and files with a second name are refused at once, by every tool", async () => {
  execFileSync("mkfifo", [join(root, "pipe")]);
  await link(join(base, "outside", "file.txt"), join(root, "linked.txt"));
  const server = createServer().listen(join(root, "socket"));
  const names = ["pipe", "socket", "linked.txt"];
  if (process.getuid?.() === 0) {
    execFileSync("mknod", [join(root, "device"), "c", "1", "5"]);
    names.push("device");
  }
  const bench = await createToolBench(createFilesTools(createTestShelf(base)));
  const search = async (input: { readonly pattern: string; readonly path?: string }) =>
    resultText((await bench.call("grep", input)) as SettledResult);
  const started = Date.now();
  for (const path of names) {
    for (const [tool, input] of [
      ["read_file", { path }],
      ["write_file", { path, content: "x" }],
      ["edit_file", { path, old_string: "a", new_string: "b" }],
    ] as const)
      expect(await bench.call(tool, input), `${tool} ${path}`).toMatchObject({ status: "error" });
    expect(await search({ pattern: "OUT", path })).not.toContain("OUTSIDE");
  }
  expect(await search({ pattern: "OUT|IN" })).toMatch(/INSIDE/);
  expect(await search({ pattern: "OUT|IN" })).not.toMatch(/OUTSIDE/);
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(await readFile(join(base, "outside", "file.txt"), "utf8")).toBe("OUTSIDE");
  expect((await stat(join(root, "pipe"))).isFIFO(), "still there").toBe(true);
  server.close();
});

test("of agents that change one file at once none loses what another wrote", async () => {
  const tools = createFilesTools(createTestShelf(base));
  const agents = await Promise.all(["a", "b", "c"].map((sessionId) => createToolBench(tools, { sessionId })));
  await writeFile(join(root, "list.txt"), "end\n");
  const added: string[] = [];
  await Promise.all(
    agents.map(async (agent, index) => {
      for (let turn = 0; turn < 10; turn += 1) {
        await agent.call("read_file", { path: "list.txt", again: true });
        const line = `line ${index} ${turn}\n`;
        const change = { path: "list.txt", old_string: "end\n", new_string: `${line}end\n` };
        if ((await agent.call("edit_file", change)).status === "ok") added.push(line.trim());
      }
    }),
  );
  const lines = (await readFile(join(root, "list.txt"), "utf8")).trim().split("\n");
  expect(lines.toSorted()).toEqual([...added, "end"].toSorted());
  expect(added.length).toBeGreaterThan(3);
});

test("what a living process uses is no leftover; what a dead one left is, and of another machine what is old", async () => {
  const now = new Date();
  const mine = ownName();
  const [prefix = "", host = ""] = /^(\.openhive)-([0-9a-f]{8})/.exec(mine)?.slice(1) ?? [];
  const id = "00000000-0000-4000-8000-000000000000";
  expect(isLeftover(mine, now)).toBe(false);
  expect(isLeftover(mine, new Date(1)), "a process of the same number before this one").toBe(true);
  expect(isLeftover(`${prefix}-${host}-4194305-${id}`, now)).toBe(true);
  expect(isLeftover(`${prefix}-${host}-${process.ppid}-${id}`, now)).toBe(false);
  expect(isLeftover(`${prefix}-00000000-1-${id}`, now)).toBe(false);
  expect(isLeftover(`${prefix}-00000000-1-${id}`, new Date(1))).toBe(true);
  for (const name of [".openhive", ".openhive-mine", "notes.txt", `x${mine}`])
    expect(isLeftover(name, new Date(1)), name).toBe(false);
});
