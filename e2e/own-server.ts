import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { Client } from "pg";
import { servers } from "./servers.ts";

/** Where the database of the stories of runs listens; the name of one of its databases goes behind it. */
export function databaseOfRuns(): string {
  const file = join(servers.runs.dataDir, "postgres", "cluster.json");
  const { port, password }: { port: number; password: string } = JSON.parse(readFileSync(file, "utf8"));
  return `postgresql://openhive:${password}@127.0.0.1:${port}`;
}

/** Makes a database beside the one of the other stories; answers its address. */
export async function makeDatabase(name: string): Promise<string> {
  const place = databaseOfRuns();
  const own = `${name}_${process.pid}_${Date.now()}`;
  const client = new Client({ connectionString: `${place}/openhive` });
  await client.connect();
  await client.query(`create database ${own}`);
  await client.end();
  return `${place}/${own}`;
}

interface OwnServer {
  readonly port: number;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Of the scripted models; 1 is the time they take for people. */
  readonly pace?: string;
}

/** Starts a server of a story's own and waits until it answers. */
export async function startOwnServer({
  port,
  databaseUrl,
  dataDir,
  pace = "0.3",
}: OwnServer): Promise<ChildProcess> {
  const root = join(import.meta.dirname, "..");
  const environment = { PORT: String(port), DATABASE_URL: databaseUrl, OPENHIVE_DATA_DIR: dataDir };
  const server = spawn(process.execPath, [join(root, "bin", "serve.mjs")], {
    cwd: root,
    env: { ...process.env, ...environment, OPENHIVE_REHEARSAL_PACE: pace },
    stdio: "ignore",
  });
  await waitUntilOk(server, `http://127.0.0.1:${port}/api/health/live`);
  return server;
}

/** One that never answers is ended: nobody else knows of it. A new database is made ready first, which takes a slow machine its time. */
async function waitUntilOk(server: ChildProcess, address: string): Promise<void> {
  const isOk = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await expect.poll(isOk, { timeout: 150_000 }).toBe(true);
  } catch (error) {
    await endServer(server, "SIGKILL");
    throw error;
  }
}

/** The same, and waits until it has its database open too. */
export async function startReadyServer(own: OwnServer): Promise<ChildProcess> {
  const server = await startOwnServer(own);
  await waitUntilOk(server, `http://127.0.0.1:${own.port}/api/health`);
  return server;
}

/** Ends a server and waits for its end: SIGTERM as a deployment does, SIGKILL as a crash does. */
export async function endServer(server: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  server.kill(signal);
  if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
}
