import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toClusterPaths } from "./cluster-paths.ts";
import { isUnreachable, openDatabase } from "./open-database.ts";

/** Only root may mount a small disk. */
const isRoot = process.getuid?.() === 0 && process.platform === "linux";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openhive-no-room-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function open() {
  return openDatabase({ dataDir, applicationName: "openhive-test", isDisposable: true });
}

/** Connects until PostgreSQL lets nobody in any more. */
async function takeEveryPlace(url: string): Promise<readonly Client[]> {
  const clients: Client[] = [];
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    const refusal = await client.connect().then(
      () => undefined,
      (error: Error & { code?: string }) => error,
    );
    if (refusal?.code === "53300") return clients;
    if (refusal !== undefined) throw refusal;
    clients.push(client);
  }
}

test("a database that has as many clients as it takes is waited for, and not called damaged", async () => {
  const database = await open();
  const clients = await takeEveryPlace(database.url);
  const refusal = await open().then(
    (second) => second.release(),
    (error: unknown) => error,
  );
  await Promise.all(clients.map((client) => client.end()));
  await database.release();
  expect(String(refusal)).toMatch(/cannot be used now \(.*too many clients.*\)/);
  expect(isUnreachable(refusal)).toBe(true);
});

/** Makes a folder a full disk of its own that holds what the folder held, for as long as `work` takes. */
async function onFullDisk(folder: string, work: () => Promise<void>): Promise<void> {
  await rename(folder, `${folder}.before`);
  await mkdir(folder);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=256m", "tmpfs", folder]);
  try {
    execFileSync("cp", ["-a", `${folder}.before/.`, folder]);
    for (const size of [1_048_576, 4_096])
      expect(() => {
        for (;;) appendFileSync(join(folder, "filler"), Buffer.alloc(size, 1));
      }).toThrow("ENOSPC");
    await work();
  } finally {
    execFileSync("umount", ["--lazy", folder]);
  }
}

test.skipIf(!isRoot)("on a full disk the database is said to have no room", async () => {
  await (await open()).release();
  await onFullDisk(toClusterPaths(dataDir).data, async () => {
    await expect(open()).rejects.toThrow(
      /has no room \(.*No space left on device.*\): make room on its disk/,
    );
  });
});

test.skipIf(!isRoot)("a lock that finds no room on its disk says so", async () => {
  await (await open()).release();
  await onFullDisk(toClusterPaths(dataDir).home, async () => {
    await expect(open()).rejects.toThrow(
      /starter\.lock cannot be locked \(.*full\): .*make room on its disk/,
    );
  });
});
