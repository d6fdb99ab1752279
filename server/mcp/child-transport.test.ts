import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProcessLedger } from "../security/process-ledger.ts";
import { ChildTransport } from "./child-transport.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-transport-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A server that waits for its input to end. */
function createTransport() {
  return new ChildTransport({
    launch: {
      label: "waiting",
      shownCommand: "waiting",
      command: process.execPath,
      args: ["-e", "process.stdin.resume()"],
      shownArgs: [],
      cwd: folder,
      env: {},
      secrets: [],
    },
    ledger: createProcessLedger(join(folder, "processes")),
    maximumMessageBytes: 1_000,
    graceMs: 2_000,
  });
}

test("a server that is closed before its process was started has none", async () => {
  const transport = createTransport();
  const starting = transport.start();
  await transport.close();
  await expect(starting).rejects.toThrow("given up");
  expect(transport.pid).toBeNull();
  expect(await readdir(join(folder, "processes"))).toEqual([]);
});

test("a server that is closed once it runs is gone, and so is its record", async () => {
  const transport = createTransport();
  await transport.start();
  expect(await readdir(join(folder, "processes"))).toHaveLength(1);
  await transport.close();
  expect(transport.end).toMatchObject({ exitCode: 0, isOwnDoing: false });
  expect(await readdir(join(folder, "processes"))).toEqual([]);
});
