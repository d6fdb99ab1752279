import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentLimitsSchema } from "../contract/org-document.ts";
import type { ArtifactReference } from "../contract/tool-result.ts";
import type { ToolContext } from "../engine/tool.ts";
import { readEnvironment } from "../env.ts";
import { createSkillBench, HELPERS, manual } from "../testing/skill-bench.ts";
import { findTooLarge } from "./find-too-large.ts";
import { createInterpreter } from "./interpreter.ts";
import { MAX_PROCESSES } from "./max-processes.ts";
import { openSkill } from "./open-skill.ts";
import { createPythonAnalyser } from "./python-analyser.ts";
import { readManual } from "./read-manual.ts";
import type { RunFiles } from "./run-files.ts";
import { walk } from "./skill-folder.ts";
import { DISK_BYTES } from "./skill-process.ts";
import { fillWorkFolder } from "./work-folder.ts";

/** Each number of the guide's table of limits, at its edge: what just fits, and what does not. */

const GUIDE = await readFile(join(import.meta.dirname, "..", "..", "docs", "guide", "skills.md"), "utf8");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-limits-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A file of zeros that takes no room on the disk. */
async function sparse(path: string, size: number): Promise<void> {
  await writeFile(join(folder, path), "");
  await truncate(join(folder, path), size);
}

const context = { runId: "run", emit: () => undefined } as unknown as ToolContext;

/** The files of a run, with no content but their sizes; what is kept is counted. */
function runFiles(given: readonly number[]) {
  const kept: number[] = [];
  const reference = (name: string, size: number): ArtifactReference => ({
    artifactId: name as ArtifactReference["artifactId"],
    name,
    mediaType: "text/plain",
    size,
  });
  const files: RunFiles = {
    list: async () => given.map((size, index) => reference(`in${index}.txt`, size)),
    read: async () => new Uint8Array(),
    keep: async (_context, file) => {
      kept.push(file.content.byteLength);
      return reference(file.name, file.content.byteLength);
    },
  };
  return { files, kept };
}

function analyser() {
  const searchPath = "/usr/local/bin:/usr/bin:/bin";
  const interpreter = createInterpreter("python3", searchPath);
  return createPythonAnalyser({ interpreter, helpersPath: HELPERS, searchPath });
}

test("the time and the memory of a call are those of the guide by default", () => {
  expect(GUIDE).toContain("the agent's limit, 120 s by default");
  expect(agentLimitsSchema.parse({}).callTimeoutSeconds).toBe(120);
  expect(GUIDE).toContain("`OPENHIVE_SKILL_MEMORY_MB`, 4 GB by default");
  expect(readEnvironment({}).skillMemoryBytes).toBe(4 * 2 ** 30);
});

test("the disk and the processes of a call are those of the guide", async () => {
  expect(GUIDE).toContain("| all that it writes | 2 GB and 200,000 files in its folder");
  expect(DISK_BYTES).toBe(2 * 2 ** 30);
  expect(await readFile(join(HELPERS, "disk.py"), "utf8")).toMatch(/^MAX_ENTRIES = 200_000$/m);
  expect(GUIDE).toContain("| processes of a call | 256,");
  expect(MAX_PROCESSES).toBe(256);
});

test("500 files of a run are put into the folder, and 500 MB", async () => {
  expect(GUIDE).toContain("| files put into the folder | 500, 500 MB together |");
  const many = await fillWorkFolder(folder, { files: runFiles(Array(501).fill(1)).files, context });
  expect(many.notes).toEqual([expect.stringMatching(/^in500\.txt was not put into the working folder/)]);
  const large = await fillWorkFolder(folder, { files: runFiles([400e6, 100e6, 1]).files, context });
  expect(large.notes).toEqual([expect.stringMatching(/^in2\.txt was not put into/)]);
});

test("50 files of a call are kept, each of 50 MB, 200 MB together", async () => {
  expect(GUIDE).toContain("| files a call makes | 50, each 50 MB, 200 MB together |");
  const crowd = runFiles([]);
  const small = await fillWorkFolder(folder, { files: crowd.files, context });
  for (let index = 0; index < 51; index += 1) await writeFile(join(folder, `n${index}.txt`), "x");
  expect((await small.collect(context)).notes).toHaveLength(1);
  expect(crowd.kept).toHaveLength(50);
  await rm(folder, { recursive: true });
  await mkdir(folder);
  const heavy = runFiles([]);
  const large = await fillWorkFolder(folder, { files: heavy.files, context });
  for (const [index, size] of [50e6 + 1, 50e6, 50e6, 50e6, 50e6, 1].entries())
    await sparse(`n${index}`, size);
  expect((await large.collect(context)).notes).toEqual([
    "n0 was not kept: it is larger than 50 MB.",
    "n5 was not kept: the files of one call may have 200 MB together.",
  ]);
  expect(heavy.kept).toEqual([50e6, 50e6, 50e6, 50e6]);
});

test("a skill has 100 MB together, of files of 20 MB, and 8 levels", async () => {
  expect(GUIDE).toContain("2,000 files of 20 MB, 100 MB together, 8 levels");
  for (let index = 0; index < 5; index += 1) await sparse(`f${index}.bin`, 20e6 - 100);
  await sparse("f5.bin", 500);
  await sparse("f6.bin", 1);
  const full = await walk(folder);
  expect(full.files.map(({ path }) => path)).toEqual([0, 1, 2, 3, 4, 5].map((index) => `f${index}.bin`));
  await rm(folder, { recursive: true });
  const deep = Array.from({ length: 8 }, (_, index) => `d${index + 1}`);
  await mkdir(join(folder, ...deep), { recursive: true });
  await sparse(join(...deep.slice(0, 7), "in.txt"), 1);
  await sparse(join(...deep, "out.txt"), 1);
  expect((await walk(folder)).files.map(({ path }) => path)).toEqual(["d1/d2/d3/d4/d5/d6/d7/in.txt"]);
});

test("200 Python files of 1 MB are read, and a manual of 512 kB", async () => {
  expect(GUIDE).toContain("200 Python files of 1 MB, manual 512 kB");
  await writeFile(join(folder, "SKILL.md"), manual("edge"));
  for (let index = 0; index < 201; index += 1)
    await writeFile(join(folder, `f${String(index).padStart(3, "0")}.py`), "x = 1\n");
  const many = await openSkill(folder, analyser());
  const leftOut = (opened: typeof many) =>
    opened.record.findings.flatMap(({ rule, file }) => (rule === "python-left-out" ? [file] : []));
  expect(leftOut(many)).toEqual(["f200.py"]);
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await writeFile(join(folder, "SKILL.md"), manual("edge"));
  await writeFile(join(folder, "fits.py"), "#".repeat(1_000_000));
  await writeFile(join(folder, "over.py"), "#".repeat(1_000_001));
  expect(leftOut(await openSkill(folder, analyser()))).toEqual(["over.py"]);
  const manualOf = (size: number) => Buffer.from(manual("edge").padEnd(size, "x"));
  const fits = readManual(new Map([["SKILL.md", manualOf(512_000)]]), "edge");
  expect(fits.findings.map(({ rule }) => rule)).not.toContain("manual-large");
  const over = readManual(new Map([["SKILL.md", manualOf(512_001)]]), "edge");
  expect(over.findings.map(({ rule }) => rule)).toEqual(["manual-large"]);
});

test("front matter has 20,000 characters, 400 lines and 50 levels", () => {
  expect(GUIDE).toContain("| front matter | 20,000 characters, 400 lines, 50 levels |");
  const edges: readonly (readonly [fits: readonly string[], over: readonly string[]])[] = [
    [["x".repeat(19_999)], ["x".repeat(20_000)]],
    [Array(400).fill("a: 1"), Array(401).fill("a: 1")],
    [[`a: ${"[".repeat(50)}${"]".repeat(50)}`], [`a: ${"[".repeat(51)}${"]".repeat(51)}`]],
  ];
  for (const [fits, over] of edges) {
    expect(findTooLarge(fits)).toBeUndefined();
    expect(findTooLarge(over)).toMatchObject({ rule: "front-matter-large" });
  }
});

const CALL = `
import os, resource, shutil

def limits() -> dict:
    """What the process may use."""
    names = ("RLIMIT_DATA", "RLIMIT_FSIZE", "RLIMIT_NOFILE")
    return {name: resource.getrlimit(getattr(resource, name))[0] for name in names}

def room(path: str) -> int:
    """What a folder holds."""
    return shutil.disk_usage(path).total

def say(size: int) -> str:
    """Returns much."""
    return "x" * size

def talk(size: int) -> int:
    """Prints much."""
    for _ in range(size // 10):
        print("x" * 9)
    return size
`;

test("a call returns 10 MB, its log keeps 16,000 characters, and its processes have the guide's limits", async () => {
  await using bench = await createSkillBench({
    folder: { "edge/SKILL.md": manual("edge"), "edge/edge.py": CALL },
    granted: ["edge"],
  });
  await bench.call("activate_skill", { name: "edge" });
  expect(GUIDE).toContain(
    "| what a call returns or prints | 10 MB; the log keeps the last 16,000 characters, from the beginning of a line |",
  );
  expect(await bench.call("say", { size: 9_900_000 })).toMatchObject({ status: "ok" });
  expect(await bench.call("say", { size: 10_000_001 })).toMatchObject({ code: "limit_reached" });
  await bench.call("talk", { size: 40_000 });
  const logs = bench.events.flatMap((event) => (event.type === "skill.finished" ? [event.logs] : []));
  const lines = logs.at(-1)?.match(/x{9}\n/g)?.length;
  expect([1_599, 1_600]).toContain(lines);

  expect(GUIDE).toContain("| a file that it writes | 256 MB |");
  expect(GUIDE).toContain("| open files of a process | 1,024 |");
  const { RLIMIT_FSIZE, RLIMIT_NOFILE } = dataOf(await bench.call("limits", {})) as Record<string, number>;
  expect({ RLIMIT_FSIZE, RLIMIT_NOFILE }).toEqual({ RLIMIT_FSIZE: 256 * 2 ** 20, RLIMIT_NOFILE: 1_024 });
  expect(GUIDE).toContain("`/tmp` and `/dev/shm` hold 64 MB each, in the sandbox");
  if (!(await bench.skills.sandbox.state()).isOn) return;
  for (const path of ["/tmp", "/dev/shm"])
    expect(dataOf(await bench.call("room", { path })), path).toBe(64 * 2 ** 20);
});

function dataOf(result: Awaited<ReturnType<Awaited<ReturnType<typeof createSkillBench>>["call"]>>) {
  if (result.status !== "ok") throw new Error(JSON.stringify(result));
  return result.data;
}
