import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { tidyWorkspaces } from "./tools/builtin/files/tidy-workspaces.ts";

const WRITER = join(import.meta.dirname, "testing", "write-for-ever.ts");
const KILLS = 12;

test("whenever a process is killed while it writes a file, the file is whole, and what it left is gone with the next start", async () => {
  const folder = await mkdtemp(join(tmpdir(), "openhive-killed-write-"));
  const workspace = join(folder, "run-one");
  let left = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const writer = spawn(process.execPath, [WRITER, workspace], { stdio: ["ignore", "pipe", "inherit"] });
    await once(writer.stdout, "data");
    // Somewhere in the first few writes.
    await delay(20 + kill * 3);
    writer.kill("SIGKILL");
    await once(writer, "exit");
    const content = await readFile(join(workspace, "deep", "file.txt"), "utf8").catch(() => undefined);
    if (content !== undefined) {
      expect(content).toHaveLength(5_000_000);
      expect(new Set([content[0], content.at(2_500_000), content.at(-1)]).size, "of one write").toBe(1);
    }
    left += (await readdir(workspace)).filter((name) => name.startsWith(".openhive")).length;
    await tidyWorkspaces({ folder, days: 0, endedRuns: async () => [], removedOrgs: async () => [] });
    expect((await readdir(workspace)).filter((name) => name !== "deep")).toEqual([]);
  }
  expect(left, "some of them were killed in the middle").toBeGreaterThan(0);
  await rm(folder, { recursive: true });
});
