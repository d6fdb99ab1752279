import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ClusterPaths, toClusterPaths } from "../server/store/postgres/cluster-paths.ts";
import { findFreePort } from "../server/store/postgres/cluster-settings.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openhive-interrupted-"));
});
afterEach(async () => {
  for (const { pid } of programsOfFolder()) process.kill(pid, "SIGKILL");
  while (programsOfFolder().length > 0) await delay(50);
  await rm(dataDir, { recursive: true, force: true });
});

/** PostgreSQL's programs that have to do with the data folder: those that make, start and are the server. */
function programsOfFolder(): readonly { readonly pid: number; readonly command: string }[] {
  const lines = execFileSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, "") }))
    .filter(({ command }) => command.includes(toClusterPaths(dataDir).data) && !command.startsWith("ps "));
}

const commands = [
  { program: "serve.mjs", args: [], code: 0 },
  { program: "openhive.mjs", args: ["orgs", "list"], code: 130 },
  { program: "openhive.mjs", args: ["worker"], code: 130 },
  { program: "openhive.mjs", args: ["run", "--org", "research-desk", "--task", "Give totals"], code: 130 },
];
const moments: readonly { readonly name: string; readonly file: (paths: ClusterPaths) => string }[] = [
  { name: "made", file: ({ data }) => `${data}.new` },
  { name: "started", file: ({ log }) => log },
];
const cases = commands.flatMap((command) => moments.map((moment) => ({ ...command, ...moment })));

test.for(cases)(
  "Ctrl-C while the database is being $name leaves nothing of it running: $program $args",
  async ({ program, args, code, file }) => {
    const { PATH = "", HOME = "" } = process.env;
    const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
      detached: true,
      stdio: "ignore",
      env: { PATH, HOME, OPENHIVE_DATA_DIR: dataDir, PORT: String(await findFreePort()) } as never,
    });
    const ended = once(child, "exit");
    while (!existsSync(file(toClusterPaths(dataDir))) && child.exitCode === null) await delay(5);
    // As a terminal does: to everything that belongs to the command.
    process.kill(-(child.pid ?? 0), "SIGINT");
    expect(await ended).toEqual([code, null]);
    expect(programsOfFolder()).toEqual([]);
  },
);
