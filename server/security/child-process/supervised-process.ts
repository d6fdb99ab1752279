import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { type CappedBuffer, createCappedBuffer, createTail } from "./output-buffers.ts";
import { urgently } from "./urgently.ts";

/** A process tree to start. */
export interface ProcessStart {
  /** Real path of Python, which runs the supervisor. */
  readonly python: string;
  readonly helpersPath: string;
  /** Program and arguments that start everything in a sandbox; empty where there is none. */
  readonly launcher: readonly string[];
  /** What the supervisor does: `call`, or `exec` with a program and its arguments. */
  readonly supervised: readonly string[];
  readonly workingFolder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** What a started process tree is to do, and for how long. */
export interface ProcessWork {
  readonly stdin: string;
  /** From now on. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Characters of the end of each stream to keep: then no amount of output ends the tree. Absent: all of it, up to 10 MB. */
  readonly tailCharacters?: number;
  /** Gets what is written to descriptor 3, as it comes. */
  onResult?(chunk: Buffer): void;
  /** Gets what is printed on standard output, as it comes. */
  onOutput?(chunk: Buffer): void;
}

/** One process tree to run. */
export interface ProcessRequest extends ProcessStart, ProcessWork {}

/** A process tree under its supervisor. What it is given to do may come later than its start. */
export interface StartedProcess {
  /** False once its supervisor has ended. */
  isAlive(): boolean;
  /** Gives it its work; once. Resolves when all of it has ended. Never rejects. */
  run(work: ProcessWork): Promise<ProcessOutcome>;
  /** Ends it without work. Does nothing to one that has ended. */
  discard(): void;
  /** Resolves when all of it has ended. */
  readonly ended: Promise<void>;
}

export type ProcessEnd = "exited" | "timed_out" | "aborted" | "too_large" | "not_started";

export interface ProcessOutcome {
  readonly end: ProcessEnd;
  /** Null when the process did not end by itself. */
  readonly exitCode: number | null;
  /** What was written to descriptor 3. */
  readonly result: string;
  /** Standard output alone. */
  readonly stdout: string;
  /** The end of standard error alone. */
  readonly stderr: string;
  /** The last of what was printed on standard output and standard error, as it came. */
  readonly logs: string;
  readonly durationMs: number;
  /**
   * Bytes of memory that its processes had at most, as far as it was seen: all together every 100 ms on Linux, the largest alone
   * elsewhere. Null where nobody knows: it was ended from here, or the system does not tell.
   */
  readonly peakMemory: number | null;
}

const MAX_OUTPUT_BYTES = 10_000_000;
const MAX_LOG_CHARACTERS = 16_000;
/** How long the supervisor has for killing the tree before its process group is killed from here. */
const KILL_GRACE_MS = 2_000;
const MAX_PEAK_CHARACTERS = 40;
/** How long a process may take to end once it has given its answer. */
const EXIT_GRACE_MS = 3_000;

/**
 * Runs a process tree in its own process group under a supervisor, and resolves when all of it has ended, by itself or
 * killed: at the time limit, at an abort, or when it writes more than 10 MB. Never rejects.
 *
 * The supervisor holds the read end of a lifeline; closing it, which also happens when this process is killed, ends the tree.
 */
export function runSupervised(request: ProcessRequest): Promise<ProcessOutcome> {
  return startSupervised(request).run(request);
}

/** Starts such a tree, which waits for what it is to do. Never throws: one that cannot be started says so when it is run. */
export function startSupervised(start: ProcessStart): StartedProcess {
  const [program = start.python, ...args] = [
    ...(start.launcher.length > 0 ? urgently(start.environment) : []),
    ...start.launcher,
    start.python,
    ...["-I", "-B", "-X", "utf8", join(start.helpersPath, "supervise.py")],
    ...start.supervised,
  ];
  const child = spawn(program, args, {
    cwd: start.workingFolder,
    env: start.environment,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"],
  });
  const state = { hasExited: false, hasStarted: true };
  child.once("error", () => {
    state.hasStarted = false;
  });
  // The supervisor may have been killed alone: whatever is left of its group goes with it, which also closes the pipes.
  child.once("exit", () => {
    state.hasExited = true;
    killGroup(child);
  });
  for (const stream of [child.stdin, child.stdio[4] as Writable | null]) stream?.on("error", () => undefined);
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    isAlive: () => state.hasStarted && !state.hasExited,
    discard() {
      // A stream that nobody reads never ends, and the process would not count as closed.
      for (const stream of child.stdio.slice(1, 4)) (stream as Readable | null)?.resume();
      if (state.hasExited || !state.hasStarted) return;
      const timers: NodeJS.Timeout[] = [];
      endTree(child, timers);
      void closed.then(() => timers.forEach(clearTimeout));
    },
    ended: closed.then(() => undefined),
    async run(work) {
      const { outcome, stop } = listenTo(child, work);
      const code = await closed;
      return outcome(state.hasStarted ? stop() : "not_started", code);
    },
  };
}

/**
 * Such a tree, which begins when it is run: what waits for nothing would otherwise begin before its work is there, and what it prints
 * before somebody listens is lost.
 */
export function startWhenRun(start: ProcessStart): StartedProcess {
  const over = Promise.withResolvers<void>();
  let begun: StartedProcess | undefined;
  return {
    isAlive: () => begun?.isAlive() ?? true,
    discard() {
      if (begun) begun.discard();
      else over.resolve();
    },
    ended: over.promise,
    run(work) {
      begun = startSupervised(start);
      over.resolve(begun.ended);
      return begun.run(work);
    },
  };
}

interface Listening {
  /** Ends the listening; says how the process came to its end. */
  stop(): ProcessEnd;
  outcome(end: ProcessEnd, code: number | null): ProcessOutcome;
}

/** Gives a tree its work, gathers what it writes, and ends it when it has to. */
function listenTo(child: ChildProcess, work: ProcessWork): Listening {
  const started = performance.now();
  const result = createCappedBuffer(MAX_OUTPUT_BYTES);
  const stdout = createOutput(work.tailCharacters);
  const stderr = createTail(work.tailCharacters ?? MAX_LOG_CHARACTERS);
  const logs = createTail(work.tailCharacters ?? MAX_LOG_CHARACTERS);
  let end: ProcessEnd = "exited";
  const timers: NodeJS.Timeout[] = [];
  const endAs = (reason: ProcessEnd): void => {
    if (end !== "exited") return;
    end = reason;
    endTree(child, timers);
  };
  const onAbort = (): void => endAs("aborted");
  timers.push(setTimeout(endAs, work.timeoutMs, "timed_out"));
  work.signal.addEventListener("abort", onAbort, { once: true });
  if (work.signal.aborted) onAbort();

  listen(child.stdio[1], (chunk) => {
    logs.add(chunk);
    work.onOutput?.(chunk);
    if (!stdout.add(chunk)) endAs("too_large");
  });
  listen(child.stdio[2], (chunk) => {
    logs.add(chunk);
    stderr.add(chunk);
  });
  listen(child.stdio[3], (chunk) => {
    if (!result.add(chunk)) endAs("too_large");
    work.onResult?.(chunk);
  });
  const peak = createTail(MAX_PEAK_CHARACTERS);
  listen(child.stdio[4], peak.add);
  child.stdio[3]?.once("end", () => {
    if (!result.isEmpty()) timers.push(setTimeout(() => endTree(child, timers), EXIT_GRACE_MS));
  });
  child.stdin?.end(work.stdin);

  return {
    stop() {
      for (const timer of timers) clearTimeout(timer);
      work.signal.removeEventListener("abort", onAbort);
      return end;
    },
    outcome: (how, code) => ({
      end: how,
      exitCode: how === "exited" ? code : null,
      result: result.text(),
      stdout: stdout.text(),
      stderr: stderr.text(),
      logs: logs.text(),
      durationMs: performance.now() - started,
      peakMemory: toPeak(peak.text()),
    }),
  };
}

/** What the supervisor says at its end, by the lifeline, which no process of the work has. */
function toPeak(text: string): number | null {
  const bytes = /^[1-9]\d*\n$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(bytes) ? bytes : null;
}

/** Everything, of which more than fits ends the tree, or the end of it. */
function createOutput(tailCharacters: number | undefined): Pick<CappedBuffer, "add" | "text"> {
  if (tailCharacters === undefined) return createCappedBuffer(MAX_OUTPUT_BYTES);
  const tail = createTail(tailCharacters);
  return {
    add(chunk) {
      tail.add(chunk);
      return true;
    },
    text: tail.text,
  };
}

function listen(stream: ChildProcess["stdio"][number] | undefined, onChunk: (chunk: Buffer) => void): void {
  const readable = stream as Readable | null | undefined;
  readable?.on("data", onChunk);
  readable?.on("error", () => undefined);
}

function endTree(child: ChildProcess, timers: NodeJS.Timeout[]): void {
  child.stdio[4]?.destroy();
  timers.push(setTimeout(() => killGroup(child), KILL_GRACE_MS));
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nothing of the group is left.
  }
}
