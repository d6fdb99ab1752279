// What every command needs before anything is installed: no dependencies, and it runs on Node 20.19 or newer.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";

/** The project's folder. */
export const root = join(import.meta.dirname, "..");

/** Type stripping without a flag: what server code needs. */
export function canRunTypeScript() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/** The Node that came with the packages, else this one. */
export function findNode() {
  const program = process.platform === "win32" ? "node.exe" : "node";
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const bundled = join(root, "node_modules", name, "bin", program);
  return existsSync(bundled) ? bundled : process.execPath;
}

/** The environment for child processes: installed programs and the bundled Node come first on the path. */
export function toolEnvironment(extra = {}) {
  const folders = [join(findNode(), ".."), join(root, "node_modules", ".bin"), process.env.PATH ?? ""];
  return {
    ...process.env,
    PATH: folders.join(delimiter),
    CHECKPOINT_DISABLE: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    PRISMA_SCHEMA_ENGINE_BINARY: join(root, "bin", "schema-engine.mjs"),
    ...extra,
  };
}

/**
 * Runs a program to its end and resolves to its exit code. Ctrl-C reaches it through the terminal, and SIGTERM is passed
 * on, so that it can end in its own way.
 */
export function runProgram(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", env: toolEnvironment(), ...options });
    const pass = (signal) => child.kill(signal);
    const ignore = () => undefined;
    process.on("SIGTERM", pass).on("SIGINT", ignore);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.off("SIGTERM", pass).off("SIGINT", ignore);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** A problem a person can mend: the message is the whole story, no stack is printed. */
export class StartProblem extends Error {}

/** Prints why a command cannot go on, and ends it. */
export function fail(error) {
  const isForPeople = error instanceof StartProblem || error?.name === "AppError";
  process.stderr.write(`${isForPeople ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}
