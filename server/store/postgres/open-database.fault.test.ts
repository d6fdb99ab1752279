import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toClusterPaths } from "./cluster-paths.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";
import { isPostmasterAlive, readPostmaster } from "./postmaster.ts";

let dataDir: string;
let opened: OpenDatabase[];
let holders: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openhive-open-"));
  opened = [];
  holders = [];
});

afterEach(async () => {
  for (const holder of holders) holder.kill("SIGKILL");
  for (const database of opened) await database.release();
  const postmaster = await readPostmaster(toClusterPaths(dataDir).data);
  if (postmaster && (await isRunning())) process.kill(postmaster.pid, "SIGQUIT");
  await until(async () => !(await isRunning()));
  await rm(dataDir, { recursive: true, force: true });
});

async function open(): Promise<OpenDatabase> {
  const database = await openDatabase({ dataDir, applicationName: "openhive-test", isDisposable: true });
  opened.push(database);
  return database;
}

/** Opens the data folder from another process and returns it with the port it got. */
async function hold(): Promise<{ holder: ChildProcess; port: string }> {
  const program = join(import.meta.dirname, "..", "..", "testing", "hold-database.ts");
  const holder = spawn(process.execPath, [program, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  holders.push(holder);
  for await (const url of createInterface({ input: holder.stdout }))
    return { holder, port: new URL(url).port };
  throw new Error("The other process could not open the database.");
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function isRunning(): Promise<boolean> {
  const { data } = toClusterPaths(dataDir);
  const postmaster = await readPostmaster(data);
  return postmaster !== undefined && (await isPostmasterAlive(postmaster, data));
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("The condition did not come true in 60 s.");
    await delay(50);
  }
}

async function canQuery(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query("SELECT 1")).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

test("the first opener starts the database and the last one out stops it", async () => {
  const database = await open();
  expect(await canQuery(database.url)).toBe(true);
  await database.release();
  expect(await isRunning()).toBe(false);
});

test("a second process joins, and the database outlives the first", async () => {
  const { holder, port } = await hold();
  const database = await open();
  expect(new URL(database.url).port).toBe(port);
  holder.stdin?.end();
  await once(holder, "exit");
  expect(await canQuery(database.url)).toBe(true);
  await database.release();
  expect(await isRunning()).toBe(false);
});

test("processes that open a new data folder at the same moment share one database", async () => {
  const ports = await Promise.all([hold(), hold(), open().then(({ url }) => ({ port: new URL(url).port }))]);
  expect(new Set(ports.map(({ port }) => port)).size).toBe(1);
});

test("a killed process leaves a database that the next one takes over and stops", async () => {
  const { holder, port } = await hold();
  await kill(holder);
  expect(await isRunning()).toBe(true);
  const database = await open();
  expect(new URL(database.url).port).toBe(port);
  await database.release();
  expect(await isRunning()).toBe(false);
});

test("a database that dies is brought back on the same address", async () => {
  const database = await open();
  const postmaster = await readPostmaster(toClusterPaths(dataDir).data);
  process.kill(postmaster?.pid ?? 0, "SIGKILL");
  await until(async () => !(await canQuery(database.url)));
  await until(() => canQuery(database.url));
});

test("a postmaster.pid whose number now belongs to another program is put aside", async () => {
  await (await open()).release();
  const { data } = toClusterPaths(dataDir);
  const lines = [process.pid, data, 1, 20_000, "", "127.0.0.1", "", "ready"];
  await writeFile(join(data, "postmaster.pid"), `${lines.join("\n")}\n`);
  expect(await canQuery((await open()).url)).toBe(true);
});

test("another program on the remembered port moves the database to a free one", async () => {
  const first = await open();
  const port = Number(new URL(first.url).port);
  await first.release();
  const squatter = createServer().listen(port, "127.0.0.1");
  await once(squatter, "listening");
  const second = await open();
  expect(Number(new URL(second.url).port)).not.toBe(port);
  expect(await canQuery(second.url)).toBe(true);
  squatter.close();
});

test("a data directory without its control file is refused in one sentence and left as it is", async () => {
  await (await open()).release();
  const { data } = toClusterPaths(dataDir);
  await rm(join(data, "global", "pg_control"));
  await expect(open()).rejects.toThrow(/is damaged \(global\/pg_control is missing\): restore the folder/);
});

test("a data directory that PostgreSQL cannot read is refused with PostgreSQL's reason", async () => {
  await (await open()).release();
  const { data } = toClusterPaths(dataDir);
  await writeFile(join(data, "global", "pg_control"), Buffer.alloc(8_192));
  await expect(open()).rejects.toThrow(/is damaged \(.+\): restore the folder from a backup/);
  expect(await isRunning()).toBe(false);
});

test("a data directory of another PostgreSQL version is refused by name", async () => {
  await (await open()).release();
  const { data } = toClusterPaths(dataDir);
  await writeFile(join(data, "PG_VERSION"), "17\n");
  await expect(open()).rejects.toThrow(/made by PostgreSQL 17, this OpenHive brings 18/);
});

test("the password is in a file that only its owner can read", async () => {
  const database = await open();
  const { settings } = toClusterPaths(dataDir);
  expect(await readFile(settings, "utf8")).toContain(new URL(database.url).password);
  const { mode } = await stat(settings);
  expect(mode & 0o777).toBe(0o600);
});

test.runIf(process.getuid?.() === 0)(
  "root's data folder may lie below one that is closed to the database's user",
  async () => {
    const closed = join(dataDir, "inner");
    const database = await openDatabase({
      dataDir: closed,
      applicationName: "openhive-test",
      isDisposable: true,
    });
    opened.push(database);
    expect(await canQuery(database.url)).toBe(true);
    await database.release();
    await rm(await realpath(join(closed, "postgres")), { recursive: true });
  },
);

test("an unreachable DATABASE_URL is refused without showing the password", async () => {
  const databaseUrl = "postgresql://someone:secret-word@127.0.0.1:1/openhive";
  const attempt = openDatabase({ dataDir, databaseUrl, applicationName: "openhive-test" });
  const error = await attempt.catch((reason: Error) => reason);
  expect(String(error)).toMatch(/The database at 127.0.0.1:1 cannot be used .*check DATABASE_URL/);
  expect(String(error)).not.toContain("secret-word");
});
