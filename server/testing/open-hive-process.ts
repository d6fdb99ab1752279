import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PROJECT_FOLDER } from "./open-hive.ts";

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program of OpenHive in a process of its own. */
export interface HiveProcess extends AsyncDisposable {
  readonly pid: number;
  /** Resolves once the text was printed, on either stream. Rejects when the process ends without it. */
  said(text: string): Promise<void>;
  /** Resolves when the process is gone. */
  readonly ended: Promise<ProcessEnd>;
  /** The same within a patient test's time; rejects with all that was said when it is still there. */
  endsInTime(): Promise<ProcessEnd>;
  kill(signal: NodeJS.Signals): void;
  /** Tells it to stop, and resolves when it has. */
  stop(): Promise<ProcessEnd>;
}

const PATIENCE = 120_000;

export interface HiveProcessOptions {
  /** The whole environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Standard input as a whole; none is closed at once. */
  readonly input?: string;
  /** Below the project folder. */
  readonly program?: string;
}

/** Starts `openhive` with arguments. Disposing kills it the hard way, should it still run. */
export function startHiveProcess(
  args: readonly string[],
  { variables, input = "", program = "bin/openhive.mjs" }: HiveProcessOptions,
): HiveProcess {
  const child = spawn(process.execPath, [join(PROJECT_FOLDER, program), ...args], {
    env: { NODE_ENV: "production", ...variables },
    cwd: PROJECT_FOLDER,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      said[stream] += chunk;
      for (const listener of listeners) listener();
    });
  }
  child.stdin.on("error", () => undefined).end(input);
  const ended = once(child, "close").then(([code, signal]): ProcessEnd => ({ code, signal, ...said }));
  return {
    pid: child.pid ?? 0,
    ended,
    async endsInTime() {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => reject(new Error(`It did not end, but said:\n${said.stdout}${said.stderr}`)),
        PATIENCE,
      );
      return Promise.race([ended, late]).finally(() => clearTimeout(timer));
    },
    kill: (signal) => void child.kill(signal),
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
    said(text) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const isSaid = (): boolean => said.stdout.includes(text) || said.stderr.includes(text);
      const look = (): void => {
        if (isSaid()) resolve();
      };
      const timer = setTimeout(
        () => reject(new Error(`"${text}" was not said, but:\n${said.stdout}${said.stderr}`)),
        PATIENCE,
      );
      listeners.add(look);
      look();
      void ended.then(() =>
        reject(new Error(`It ended without saying "${text}", but:\n${said.stdout}${said.stderr}`)),
      );
      return promise.finally(() => {
        clearTimeout(timer);
        listeners.delete(look);
      });
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Runs `openhive` to its end. */
export function runHive(args: readonly string[], options: HiveProcessOptions): Promise<ProcessEnd> {
  return startHiveProcess(args, options).ended;
}
