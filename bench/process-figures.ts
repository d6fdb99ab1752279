import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Clock ticks a second in /proc; 100 on every Linux that Node runs on. */
const TICKS = 100;

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Fields of /proc/<pid>/stat behind the program's name, which may hold spaces. */
function statOf(pid: number): readonly string[] {
  return read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1] ?? 0);
}

/** A process and its direct children. */
export function familyOf(parent: number): readonly number[] {
  const children = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && parentOf(Number(name)) === parent,
  );
  return [parent, ...children.map(Number)];
}

/** Seconds of processor time of each process. */
export function cpuOf(pids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(
    pids.map((pid) => [pid, (Number(statOf(pid)[11] ?? 0) + Number(statOf(pid)[12] ?? 0)) / TICKS]),
  );
}

/** Processor time between two looks; processes that came in between count whole. */
export function cpuBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [pid, seconds] of after) sum += seconds - (before.get(pid) ?? 0);
  return sum;
}

/**
 * Seconds that threads of these processes could have run and had no processor, so far; those that ended count no more. It says how much
 * of a measurement other work was in the way: caches that others filled make the same work cost more processor time, too.
 */
export function queuedOf(pids: readonly number[]): number {
  let nanoseconds = 0;
  for (const pid of pids)
    for (const thread of threadsOf(pid))
      nanoseconds += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[1] ?? 0);
  return nanoseconds / 1e9;
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Memory of a process in MiB: now, or the most since `resetPeak`. */
export function memoryOf(pid: number | "self", what: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

export function resetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Not allowed here: the peak then counts from the start.
  }
}

export function loadNow(): number {
  return Number(read("/proc/loadavg").split(" ")[0] ?? 0);
}
