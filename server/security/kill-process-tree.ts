import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { findMarked, listProcesses, type ProcessFacts } from "./process-table.ts";

/** A child process of ours that was started as the leader of its own group, and everything it started. */
export interface ProcessTree {
  readonly pid: number;
  /** As the process table told it when the process was started; null when it was gone before it could be read. */
  readonly startTime: string | null;
  /** The value of `OPENHIVE_PROCESS` in its environment. */
  readonly mark: string;
  /** True right after our own child ended: its group is still ours though its leader is gone. Never after a restart. */
  readonly isGroupOurs: boolean;
}

const rounds = 20;

/**
 * Ends a process and all its descendants: asks politely (SIGTERM), waits up to `graceMs`, then forces (SIGKILL).
 * Also found: descendants in groups or sessions of their own. A process that merely got a recycled pid is never touched.
 * Resolves when none is left, with how many there were; never rejects.
 */
export async function killProcessTree(tree: ProcessTree, graceMs: number): Promise<number> {
  if (process.platform === "win32") return killOnWindows(tree.pid);
  const seen = new Map<string, ProcessFacts>();
  const deadline = performance.now() + graceMs;
  let alive = await membersOf(tree, seen);
  if (graceMs > 0) signalAll(alive ?? [], "SIGTERM");
  while (alive?.length !== 0 && performance.now() < deadline) {
    await pause(20);
    alive = await membersOf(tree, seen);
  }
  // More than one round: a process may have forked between the look and the kill.
  for (let round = 0; alive?.length !== 0 && round < rounds; round += 1) {
    if (alive !== undefined) signalAll(alive, "SIGKILL");
    else if (tree.isGroupOurs) signal(-tree.pid, "SIGKILL");
    await pause(10);
    alive = await membersOf(tree, seen);
  }
  return seen.size;
}

/**
 * Who is alive now of everyone ever seen in the tree; adds to `seen`, because a child whose parent died loses its trace.
 * Undefined when the process table cannot be read, as at the limit of open files.
 */
async function membersOf(
  tree: ProcessTree,
  seen: Map<string, ProcessFacts>,
): Promise<readonly ProcessFacts[] | undefined> {
  const looked = await Promise.all([listProcesses(), findMarked(tree.mark)]).catch(() => undefined);
  if (looked === undefined) return undefined;
  const [table, marked] = looked;
  const leader = table.find((facts) => facts.pid === tree.pid && facts.startTime === tree.startTime);
  const roots = new Set(
    table.filter((facts) => marked.has(facts.pid) || seen.has(keyOf(facts))).map((facts) => facts.pid),
  );
  if (leader !== undefined) roots.add(leader.pid);
  if (leader !== undefined || tree.isGroupOurs) {
    for (const facts of table) if (facts.groupId === tree.pid) roots.add(facts.pid);
  }
  const members = withDescendants(table, roots).filter((facts) => facts.pid !== process.pid);
  for (const facts of members) seen.set(keyOf(facts), facts);
  return members;
}

function withDescendants(
  table: readonly ProcessFacts[],
  roots: ReadonlySet<number>,
): readonly ProcessFacts[] {
  const members = new Set(roots);
  for (let size = -1; size !== members.size; ) {
    size = members.size;
    for (const facts of table) if (members.has(facts.parentPid)) members.add(facts.pid);
  }
  return table.filter((facts) => members.has(facts.pid));
}

function keyOf(facts: ProcessFacts): string {
  return `${facts.pid} ${facts.startTime}`;
}

function signalAll(processes: readonly ProcessFacts[], name: NodeJS.Signals): void {
  for (const { pid } of processes) signal(pid, name);
}

/** A negative pid stands for a whole group. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone in the meantime, which is what was wanted.
  }
}

function killOnWindows(pid: number): Promise<number> {
  return new Promise((resolve) => {
    execFile("taskkill", ["/PID", String(pid), "/T", "/F"], () => resolve(1));
  });
}
