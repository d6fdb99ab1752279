import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** One running process. Zombies are left out: they are dead already. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  /** Differs between two processes that had the same pid, restarts of the machine included. Compare for equality only. */
  readonly startTime: string;
}

/** The environment variable that tells OpenHive's own child processes, and everything they start, from all others. */
export const processMarkVariable = "OPENHIVE_PROCESS";

const isLinux = process.platform === "linux";
const run = promisify(execFile);
let bootId: string | undefined;

/** Everything that runs on this machine, as far as this user may see. Empty on Windows. Rejects where nobody can look. */
export async function listProcesses(): Promise<readonly ProcessFacts[]> {
  if (isLinux)
    return (await Promise.all((await processFolders()).map(readFacts))).filter(
      (facts) => facts !== undefined,
    );
  return process.platform === "win32" ? [] : listWithPs();
}

/** Undefined when no such process runs, or none can be looked for. */
export async function findProcess(pid: number): Promise<ProcessFacts | undefined> {
  if (isLinux) return readFacts(pid).catch(() => undefined);
  return (await listProcesses()).find((facts) => facts.pid === pid);
}

/**
 * The processes whose environment carries the mark, wherever in the tree they went (own group, own session, adopted by init).
 * Known on Linux only; elsewhere none are found and groups and parents have to do.
 */
export async function findMarked(mark: string): Promise<ReadonlySet<number>> {
  if (!isLinux) return new Set();
  const pids = await processFolders();
  const marked = await Promise.all(pids.map((pid) => carriesMark(pid, mark)));
  return new Set(pids.filter((_pid, index) => marked[index]));
}

async function processFolders(): Promise<readonly number[]> {
  return (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
}

/** Undefined where the process is gone. At the limit of open files it rejects: not to see a process is not to know that it is gone. */
async function readOf(pid: number, name: "environ" | "stat"): Promise<string | undefined> {
  return readFile(`/proc/${pid}/${name}`, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EMFILE" || error.code === "ENFILE") throw error;
    return undefined;
  });
}

async function carriesMark(pid: number, mark: string): Promise<boolean> {
  const environment = await readOf(pid, "environ");
  return (environment ?? "").split("\0").includes(`${processMarkVariable}=${mark}`);
}

async function readFacts(pid: number): Promise<ProcessFacts | undefined> {
  const line = await readOf(pid, "stat");
  if (line === undefined) return undefined;
  // proc(5): the name stands in brackets and may itself hold brackets and spaces.
  const [state, parent, group, ...rest] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return undefined;
  bootId ??= (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim();
  // Field 22: ticks since the machine was started, hence the boot's id beside it.
  return { pid, parentPid: Number(parent), groupId: Number(group), startTime: `${bootId}:${rest[16]}` };
}

async function listWithPs(): Promise<readonly ProcessFacts[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="], {
    env: { LC_ALL: "C", PATH: "/bin:/usr/bin" } as Record<string, string> as NodeJS.ProcessEnv,
  });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, group, state, startTime] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (pid === undefined || startTime === undefined || state?.startsWith("Z")) return [];
    return [{ pid: Number(pid), parentPid: Number(parent), groupId: Number(group), startTime }];
  });
}
