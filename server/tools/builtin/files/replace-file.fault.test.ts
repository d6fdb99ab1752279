import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { isLeftover } from "./own-names.ts";

const LENGTH = 3_000_000;
const WRITER = (module: string, folder: string) => `
const { openWorkspace } = await import(${JSON.stringify(module)});
const workspace = await openWorkspace(${JSON.stringify(folder)});
for (let round = 0; ; round += 1) {
  await workspace.replace("x.txt", { bytes: Buffer.alloc(${LENGTH}, round % 2 === 0 ? "a" : "b"), mode: 0o644 });
  if (round === 0) process.stdout.write("begun\\n");
}`;

test("a process that is killed while it writes leaves the file whole, as it was or as it should be", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "openhive-replace-")));
  const module = pathToFileURL(join(import.meta.dirname, "workspace.ts")).href;
  const isWhole = (bytes: Buffer) => bytes.equals(Buffer.alloc(LENGTH, bytes.subarray(0, 1)));
  for (let round = 0; round < 12; round += 1) {
    const writer = spawn(process.execPath, ["--input-type=module", "-e", WRITER(module, folder)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(writer, "exit");
    try {
      await once(writer.stdout, "data");
      // Killed at another moment of a write each time; between reads the file is whole as well.
      for (let reads = 0; reads <= round; reads += 1)
        expect(isWhole(await readFile(join(folder, "x.txt")))).toBe(true);
    } finally {
      writer.kill("SIGKILL");
      await ended;
    }
    expect(isWhole(await readFile(join(folder, "x.txt")))).toBe(true);
  }
  const others = (await readdir(folder)).filter((name) => name !== "x.txt");
  expect(others.filter((name) => !name.startsWith(".openhive"))).toEqual([]);
  expect(others.every((name) => isLeftover(name, new Date()))).toBe(true);
  await rm(folder, { recursive: true });
});
