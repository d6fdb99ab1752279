import { execFile } from "node:child_process";
import { readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isAlive } from "../../security/child-process/is-alive.ts";

const run = promisify(execFile);

/** What PostgreSQL wrote about its running server process. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** Reads `postmaster.pid` of a data directory. It may be left over from a crash: see `isPostmasterAlive`. */
export async function readPostmaster(dataDirectory: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(dataDirectory, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) ? { pid, port } : undefined;
}

/**
 * Whether the process of a `postmaster.pid` still is this data directory's PostgreSQL.
 *
 * After a crash the number may belong to another program; such a file is stale although the number is in use.
 */
export async function isPostmasterAlive(postmaster: Postmaster, dataDirectory: string): Promise<boolean> {
  if (!isAlive(postmaster.pid)) return false;
  if (process.platform === "linux") {
    // PostgreSQL works in its data directory. A dead process that nobody collected has no directory any more.
    const workingDirectory = await readlink(`/proc/${postmaster.pid}/cwd`).catch(() => undefined);
    return workingDirectory === (await realpath(dataDirectory));
  }
  const command = await run("ps", ["-p", String(postmaster.pid), "-o", "args="]).catch(() => undefined);
  return command === undefined || command.stdout.includes("postgres");
}
