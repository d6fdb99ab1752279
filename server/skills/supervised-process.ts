import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { createCappedBuffer, createTail } from "./output-buffers.ts";

/** One process tree to run. */
export interface ProcessRequest {
  /** Real path of Python, which runs the supervisor. */
  readonly python: string;
  readonly helpersPath: string;
  /** Program and arguments that start everything in a sandbox; empty where there is none. */
  readonly launcher: readonly string[];
  /** What the supervisor does: `call`, or `exec` with a program and its arguments. */
  readonly supervised: readonly string[];
  readonly workingFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets what is written to descriptor 3, as it comes. */
  onResult?(chunk: Buffer): void;
  /** Gets what is printed on standard output, as it comes. */
  onOutput?(chunk: Buffer): void;
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
  /** The last of what was printed on standard output and standard error, as it came. */
  readonly logs: string;
  readonly durationMs: number;
}

const MAX_OUTPUT_BYTES = 10_000_000;
const MAX_LOG_CHARACTERS = 16_000;
/** How long the supervisor has for killing the tree before its process group is killed from here. */
const KILL_GRACE_MS = 2_000;
/** How long a process may take to end once it has given its answer. */
const EXIT_GRACE_MS = 3_000;

/**
 * Runs a process tree in its own process group under a supervisor, and resolves when all of it has ended, by itself or
 * killed: at the time limit, at an abort, or when it writes more than 10 MB. Never rejects.
 *
 * The supervisor holds the read end of a lifeline; closing it, which also happens when this process is killed, ends the tree.
 */
export function runSupervised(request: ProcessRequest): Promise<ProcessOutcome> {
  const started = performance.now();
  const [program = request.python, ...args] = [
    ...request.launcher,
    request.python,
    ...["-I", "-B", "-X", "utf8", join(request.helpersPath, "supervise.py")],
    ...request.supervised,
  ];
  const child = spawn(program, args, {
    cwd: request.workingFolder,
    env: request.environment,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"],
  });
  const result = createCappedBuffer(MAX_OUTPUT_BYTES);
  const stdout = createCappedBuffer(MAX_OUTPUT_BYTES);
  const logs = createTail(MAX_LOG_CHARACTERS);

  return new Promise((resolve) => {
    let end: ProcessEnd = "exited";
    const timers: NodeJS.Timeout[] = [];
    const stop = (reason: ProcessEnd): void => {
      if (end !== "exited") return;
      end = reason;
      endTree(child, timers);
    };
    const onAbort = (): void => stop("aborted");
    timers.push(setTimeout(stop, request.timeoutMs, "timed_out"));
    request.signal.addEventListener("abort", onAbort, { once: true });
    if (request.signal.aborted) onAbort();

    listen(child.stdio[1], (chunk) => {
      logs.add(chunk);
      request.onOutput?.(chunk);
      if (!stdout.add(chunk)) stop("too_large");
    });
    listen(child.stdio[2], (chunk) => logs.add(chunk));
    listen(child.stdio[3], (chunk) => {
      if (!result.add(chunk)) stop("too_large");
      request.onResult?.(chunk);
    });
    child.stdio[3]?.once("end", () => {
      if (!result.isEmpty()) timers.push(setTimeout(() => endTree(child, timers), EXIT_GRACE_MS));
    });
    feed(child, request.stdin);

    child.once("error", () => {
      end = "not_started";
    });
    // The supervisor may have been killed alone: whatever is left of its group goes with it, which also closes the pipes.
    child.once("exit", () => killGroup(child));
    child.once("close", (code) => {
      for (const timer of timers) clearTimeout(timer);
      request.signal.removeEventListener("abort", onAbort);
      const exitCode = end === "exited" ? code : null;
      resolve({
        end,
        exitCode,
        result: result.text(),
        stdout: stdout.text(),
        logs: logs.text(),
        durationMs: performance.now() - started,
      });
    });
  });
}

function listen(stream: ChildProcess["stdio"][number] | undefined, onChunk: (chunk: Buffer) => void): void {
  const readable = stream as Readable | null | undefined;
  readable?.on("data", onChunk);
  readable?.on("error", () => undefined);
}

function feed(child: ChildProcess, text: string): void {
  const lifeline = child.stdio[4] as Writable | null | undefined;
  for (const stream of [child.stdin, lifeline]) stream?.on("error", () => undefined);
  child.stdin?.end(text);
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
