import { open, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../contract/app-error.ts";
import { type Cluster, runPostgresProgram } from "./cluster.ts";
import { type ClusterSettings, findFreePort, isPortFree, writeClusterSettings } from "./cluster-settings.ts";
import { damaged } from "./create-cluster.ts";
import { isPostmasterAlive, type Postmaster, readPostmaster } from "./postmaster.ts";
import { socketFolder } from "./socket-folder.ts";

const START_SECONDS = 120;
const STOP_SECONDS = 60;
/** Milliseconds that a server which has shut down may take to be gone. */
const GONE_MS = 10_000;
const MAX_LOG_BYTES = 10_000_000;
/** Processes of a killed PostgreSQL need a moment to notice; until then a new one is refused. */
const START_ATTEMPTS = 5;
const NO_ROOM = /No space left/;

const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "max_connections=200",
  "timezone=UTC",
  "log_timezone=UTC",
  "log_checkpoints=off",
  "jit=off",
];
const DISPOSABLE_SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** How to reach a server that runs. */
export interface RunningCluster extends ClusterSettings {
  readonly isNewlyStarted: boolean;
}

/**
 * Makes sure PostgreSQL runs on the cluster and returns its settings, with the port it truly listens on.
 *
 * Call it under the folder lock. A server that already runs is left alone, whoever started it. A `postmaster.pid` left
 * by a crash is removed. A remembered port that is taken now is replaced and the new one remembered; with `keepsPort` this
 * rejects instead, because others know the port.
 */
export async function ensureRunning(
  cluster: Cluster,
  settings: ClusterSettings,
  { keepsPort = false }: { readonly keepsPort?: boolean } = {},
): Promise<RunningCluster> {
  const { data } = cluster.paths;
  const postmaster = await readPostmaster(data);
  if (postmaster !== undefined && (await isPostmasterAlive(postmaster, data))) {
    return { ...settings, port: postmaster.port, isNewlyStarted: false };
  }
  await rm(join(data, "postmaster.pid"), { force: true });
  const isFree = await isPortFree(settings.port);
  if (!isFree && keepsPort) throw new AppError("unavailable", `Port ${settings.port} is taken.`);
  const current = isFree ? settings : { ...settings, port: await findFreePort() };
  if (current.port !== settings.port) await writeClusterSettings(cluster.paths.settings, current);
  await start(cluster, current.port);
  return { ...current, isNewlyStarted: true };
}

/** Stops PostgreSQL, ending open transactions at once; does nothing when it does not run. Call it under the folder lock. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  const { data } = cluster.paths;
  const postmaster = await readPostmaster(data);
  if (postmaster === undefined || !(await isPostmasterAlive(postmaster, data))) return;
  await runPostgresProgram(cluster, "pg_ctl", [
    "stop",
    `--pgdata=${data}`,
    "--mode=fast",
    "-w",
    "-t",
    String(STOP_SECONDS),
  ]);
  await waitUntilGone(postmaster, data);
}

/** `pg_ctl` waits for the end of `postmaster.pid`, which the process outlives for a moment. No event tells the end of what is no child. */
async function waitUntilGone(postmaster: Postmaster, data: string): Promise<void> {
  const deadline = performance.now() + GONE_MS;
  while ((await isPostmasterAlive(postmaster, data)) && performance.now() < deadline) await delay(10);
}

async function start(cluster: Cluster, port: number): Promise<void> {
  const { data, log } = cluster.paths;
  const settings = [
    ...SETTINGS,
    `port=${port}`,
    `unix_socket_directories=${socketFolder(cluster.paths) ?? ""}`,
    "unix_socket_permissions=0700",
    ...(cluster.isDisposable ? DISPOSABLE_SETTINGS : []),
  ];
  const options = settings.map((setting) => `-c ${setting}`).join(" ");
  const args = [
    "start",
    `--pgdata=${data}`,
    `--log=${log}`,
    "-w",
    "-t",
    String(START_SECONDS),
    `--options=${options}`,
  ];
  const before = await prepareLog(log);
  for (let attempt = 1; ; attempt++) {
    try {
      return await runPostgresProgram(cluster, "pg_ctl", args);
    } catch (cause) {
      const reason = await readReason(log, before);
      if (!isLeftOver(reason)) throw notStarted(data, reason, cause);
      if (attempt === START_ATTEMPTS) {
        throw new AppError(
          "unavailable",
          `Another PostgreSQL still uses ${data}: end it, then start again.`,
          { cause },
        );
      }
      await delay(attempt * 300);
    }
  }
}

/** Whether processes of a killed PostgreSQL are in the way. On a full disk it is the lock file, too, that cannot be written. */
function isLeftOver(reason: string): boolean {
  return /shared memory block|lock file/.test(reason) && !NO_ROOM.test(reason);
}

function notStarted(data: string, reason: string, cause: unknown): AppError {
  if (!NO_ROOM.test(reason)) return damaged(data, reason, cause);
  const message = `The database in ${data} has no room (${reason}): make room on its disk, then start again.`;
  return new AppError("unavailable", message, { cause });
}

async function prepareLog(log: string): Promise<number> {
  const size = (await stat(log).catch(() => undefined))?.size ?? 0;
  if (size <= MAX_LOG_BYTES) return size;
  await truncate(log);
  return 0;
}

/** The last complaint PostgreSQL wrote after byte `from` of its log. */
async function readReason(log: string, from: number): Promise<string> {
  const file = await open(log).catch(() => undefined);
  if (file === undefined) return "it wrote no log";
  try {
    const buffer = Buffer.alloc(64_000);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    const complaint = lines.findLast((line) => /\b(FATAL|PANIC|ERROR)\b|could not|error while/.test(line));
    return (complaint ?? `see ${log}`).replace(/^.*?\b(FATAL|PANIC|ERROR):\s*/, "").slice(0, 300);
  } finally {
    await file.close();
  }
}
