import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment } from "../../security/child-process/clean-environment.ts";
import { SOCKET_INSIDE } from "../../security/child-process/sandbox.ts";
import { runSupervised } from "../../security/child-process/supervised-process.ts";
import { MAX_PROCESSES } from "../max-processes.ts";
import { explainInstall } from "./explain-install.ts";
import type { MakeOptions } from "./install-options.ts";

/** One environment to make. */
export interface Making {
  /** An empty folder. Everything is written below it. */
  readonly folder: string;
  readonly requirements: readonly string[];
  readonly signal: AbortSignal;
  /** Gets each line of what the installation says. */
  onStep(line: string): void;
}

const TIMEOUT_MS = 15 * 60_000;

/**
 * Makes a virtual environment with the packages in it and gives its folder, by a process with nothing but that folder to write.
 * In a sandbox it reaches the package index and nothing else; without one it has the host's network. Rejects with a sentence that says what to do.
 */
export async function makeEnvironment(options: MakeOptions, making: Making): Promise<string> {
  const { folder, requirements, signal } = making;
  const target = join(folder, "environment");
  const list = join(folder, "requirements.txt");
  const temporary = join(folder, ".tmp");
  await mkdir(temporary);
  await writeFile(list, `${requirements.join("\n")}\n`);
  const python = await options.interpreter.resolve();
  const script = join(options.helpersPath, "environment.py");
  const launcher = await options.sandbox.launcher({
    workingFolder: folder,
    readable: [options.helpersPath, ...(await options.interpreter.folders())],
    hasNetwork: false,
    socket: () => options.proxy.socket(),
  });
  const limits =
    launcher.length > 0
      ? {
          OPENHIVE_PROXY_SOCKET: SOCKET_INSIDE,
          OPENHIVE_PROCESS_LIMIT: String(MAX_PROCESSES),
          OPENHIVE_IS_CONTAINED: "1",
        }
      : {};
  const outcome = await runSupervised({
    launcher,
    python,
    helpersPath: options.helpersPath,
    supervised: ["exec", python, "-I", "-X", "utf8", script, target, list, options.indexUrl, options.mode],
    workingFolder: folder,
    environment: { ...cleanEnvironment(options.searchPath, folder), TMPDIR: temporary, ...limits },
    stdin: "",
    timeoutMs: TIMEOUT_MS,
    signal,
    onOutput: toLines(making.onStep),
  });
  if (outcome.end === "exited" && outcome.exitCode === 0) return target;
  signal.throwIfAborted();
  throw new Error(explainInstall(outcome, options));
}

const MAX_STEP = 200;

function toLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = (lines.pop() ?? "").slice(-MAX_STEP);
    for (const line of lines) if (line.trim() !== "") onLine(line.trim().slice(0, MAX_STEP));
  };
}
