import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProcessLedger } from "../security/process-ledger.ts";
import { ChildTransport } from "./child-transport.ts";
import { defaultMcpLimits } from "./mcp-limits.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-transport-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A server that waits for its input to end, unless it is told to do something else. */
function createTransport(script = "process.stdin.resume()") {
  return new ChildTransport({
    launch: {
      label: "waiting",
      shownCommand: "waiting",
      command: process.execPath,
      args: ["-e", script],
      shownArgs: [],
      cwd: folder,
      env: {},
      secrets: [],
    },
    ledger: createProcessLedger(join(folder, "processes")),
    ...defaultMcpLimits,
    maximumMessageBytes: 1_000,
    graceMs: 2_000,
  });
}

/** Puts a folder where the record of its process is, which cannot be struck off then. */
async function spoilRecord(): Promise<void> {
  const [name = ""] = await readdir(join(folder, "processes"));
  await rm(join(folder, "processes", name));
  await mkdir(join(folder, "processes", name));
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

test.each(["by itself", "because it is closed"])(
  "a server whose record cannot be struck off ends all the same, and that is told (%s)",
  async (how) => {
    const transport = createTransport();
    const told: string[] = [];
    transport.onerror = (error) => told.push(error.message);
    const closed = new Promise<void>((resolve) => {
      transport.onclose = resolve;
    });
    await transport.start();
    await spoilRecord();
    if (how === "by itself") {
      process.kill(transport.pid ?? 0, "SIGKILL");
      await closed;
    }
    await expect(transport.close()).resolves.toBeUndefined();
    expect(transport.end).toBeDefined();
    expect(told.join()).toContain("EISDIR");
  },
);

test("a server whose input is full is ended though its record cannot be struck off", async () => {
  const transport = createTransport("setInterval(() => {}, 1000)");
  await transport.start();
  await spoilRecord();
  const message = { jsonrpc: "2.0", method: "x".repeat(500_000) } as const;
  // The first fills the pipe.
  const filling = transport.send(message).catch(() => undefined);
  await expect(transport.send(message)).rejects.toThrow("does not read its input");
  await transport.close();
  await filling;
  expect(transport.end?.fault).toBe("It does not read its input.");
});

/** Opens all but three of the files that it may, which do for the record and not for a child's streams, and starts a server. */
const AT_THE_LIMIT = `
  import { closeSync, openSync } from "node:fs";
  import { join } from "node:path";
  const [folder, here] = process.argv.slice(1);
  const { ChildTransport } = await import(join(here, "child-transport.ts"));
  const { explainStartFailure } = await import(join(here, "start-failure.ts"));
  const { defaultMcpLimits } = await import(join(here, "mcp-limits.ts"));
  const { createProcessLedger } = await import(join(here, "../security/process-ledger.ts"));
  const launch = { label: "full", shownCommand: "node", command: process.execPath, args: [], shownArgs: [], cwd: folder, env: {}, secrets: [] };
  const ledger = createProcessLedger(join(folder, "processes"));
  const transport = new ChildTransport({ ...defaultMcpLimits, launch, ledger });
  const held = [];
  try { for (;;) held.push(openSync("/dev/null")); } catch {}
  for (const file of held.splice(-3)) closeSync(file);
  const cause = await transport.start().then(() => "started", (error) => error);
  await transport.close();
  for (const file of held) closeSync(file);
  console.log(explainStartFailure({ cause, transport, isTimeout: false, launch, startTimeoutMs: 1000 }));
`;

test("at the limit of open files a start fails in words and leaves nothing", async () => {
  const node = [process.execPath, "--input-type=module", "-e", AT_THE_LIMIT, folder, import.meta.dirname];
  const { stdout } = await promisify(execFile)("bash", ["-c", 'ulimit -n 100; exec "$0" "$@"', ...node]);
  expect(stdout).toBe(
    'The command "node" could not be run: too many files are open. Try again later, or raise the limit (ulimit -n).\n',
  );
  expect(await readdir(join(folder, "processes"))).toEqual([]);
});
