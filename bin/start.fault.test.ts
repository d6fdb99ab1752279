import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toClusterPaths } from "../server/store/postgres/cluster-paths.ts";
import { findFreePort } from "../server/store/postgres/cluster-settings.ts";
import { migrate } from "../server/store/postgres/migrate.ts";
import { openDatabase } from "../server/store/postgres/open-database.ts";
import { isPostmasterAlive, readPostmaster } from "../server/store/postgres/postmaster.ts";

let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openhive-start-"));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  // Whatever a killed server left behind is joined and stopped in the ordinary way.
  if (await isDatabaseRunning())
    await (await openDatabase({ dataDir, applicationName: "openhive-test" })).release();
  await rm(dataDir, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  /** All it printed so far. */
  readonly output: () => string;
}

/** Starts a command of bin/ as the leader of a process group, as a terminal does. */
function launch(program: string, environment: Readonly<Record<string, string>>): Started {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, HOME, OPENHIVE_DATA_DIR: dataDir, ...environment } as unknown as NodeJS.ProcessEnv,
  });
  children.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  return { child, output: () => printed };
}

async function runToEnd(program: string, environment: Readonly<Record<string, string>>) {
  const { child, output } = launch(program, environment);
  const [code] = await once(child, "close");
  return { code, lines: output().trim().split("\n") };
}

async function serve(): Promise<Started & { address: string }> {
  const port = await findFreePort();
  const started = launch("serve.mjs", { PORT: String(port) });
  const address = `http://127.0.0.1:${port}`;
  const { child, output } = started;
  while (!output().includes(`OpenHive is ready at ${address}`)) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${output()}`);
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, "data"), once(child, "close")]);
  }
  return { ...started, address };
}

async function isDatabaseRunning(): Promise<boolean> {
  const { data } = toClusterPaths(dataDir);
  const postmaster = await readPostmaster(data);
  return postmaster !== undefined && (await isPostmasterAlive(postmaster, data));
}

test("a busy port ends the start with what to do, before anything is made", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  await once(squatter, "listening");
  const { port } = squatter.address() as { port: number };
  const { code, lines } = await runToEnd("start.mjs", { PORT: String(port) });
  squatter.close();
  expect(lines).toEqual([
    expect.stringMatching(/^Port \d+ on 127.0.0.1 is in use: end the program .* PORT=\d+ npm start\.$/),
  ]);
  expect(code).toBe(1);
  expect(await readdir(dataDir)).toEqual([]);
});

test("a missing Python ends the start with how to get it", async () => {
  await symlink(process.execPath, join(dataDir, "node"));
  const { code, lines } = await runToEnd("start.mjs", { PATH: dataDir, PORT: String(await findFreePort()) });
  expect(lines).toEqual([expect.stringMatching(/^Python 3 was not found \(python3\): install it/)]);
  expect(code).toBe(1);
  expect(await readdir(dataDir)).toEqual(["node"]);
});

test("a variable that makes no sense is named with what it must be", async () => {
  const { code, lines } = await runToEnd("serve.mjs", { OPENHIVE_PYTHON_CONCURRENCY: "many" });
  expect(lines).toEqual(["The environment variable OPENHIVE_PYTHON_CONCURRENCY must be a whole number."]);
  expect(code).toBe(1);
});

test("a data folder that cannot be written ends the start with what to do", async () => {
  await writeFile(join(dataDir, "file"), "");
  const { code, lines } = await runToEnd("serve.mjs", { OPENHIVE_DATA_DIR: join(dataDir, "file", "data") });
  expect(lines).toEqual([expect.stringMatching(/^The data folder .* cannot be written: make it writable/)]);
  expect(code).toBe(1);
});

test("a corrupt data folder ends the start with what to do and is left as it is", async () => {
  const { data } = toClusterPaths(dataDir);
  await mkdir(data, { recursive: true });
  await writeFile(join(data, "something"), "else");
  const { code, lines } = await runToEnd("serve.mjs", {});
  expect(lines).toEqual([expect.stringMatching(/^The database in .* is damaged \(.*\): restore the folder/)]);
  expect(code).toBe(1);
  expect(await readdir(data)).toEqual(["something"]);
});

test("a database from a newer OpenHive ends the start, and nothing keeps running", async () => {
  const database = await openDatabase({ dataDir, applicationName: "openhive-test" });
  await migrate(database.url);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('x', 'y', '99990101000000_from_the_future', now())`);
  await client.end();
  await database.release();
  const { code, lines } = await runToEnd("serve.mjs", {});
  expect(lines).toEqual([
    expect.stringMatching(/^The database was made by a newer OpenHive .*: update OpenHive/),
  ]);
  expect(code).toBe(1);
  expect(await isDatabaseRunning()).toBe(false);
});

test("Ctrl-C stops the server and its database, and says when it begins and when it is done", async () => {
  const { child, address, output } = await serve();
  expect((await fetch(`${address}/api/health`)).status).toBe(200);
  expect(await isDatabaseRunning()).toBe(true);
  process.kill(-(child.pid ?? 0), "SIGINT");
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  expect(output()).toMatch(/\nStopping\.\n(Waiting for [^\n]+ \.\.\.\n)*Stopped\.\n$/);
  expect(await isDatabaseRunning()).toBe(false);
});

test("a killed server can be started again on the same folder, and then stops everything", async () => {
  const first = await serve();
  first.child.kill("SIGKILL");
  await once(first.child, "close");
  expect(await isDatabaseRunning()).toBe(true);
  const second = await serve();
  const health = await fetch(`${second.address}/api/health`);
  expect(health.status).toBe(200);
  // Longer than a proxy keeps a connection that carries nothing.
  expect(health.headers.get("keep-alive")).toBe("timeout=75");
  second.child.kill("SIGTERM");
  await once(second.child, "close");
  expect(await isDatabaseRunning()).toBe(false);
  expect(existsSync(toClusterPaths(dataDir).data)).toBe(true);
});
