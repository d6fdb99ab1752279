// What every command needs before anything is installed: no dependencies, and it runs on Node 20.19 or newer.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import { delimiter, join } from "node:path";

/** The project's folder. */
export const root = join(import.meta.dirname, "..");

/** Type stripping without a flag: what server code needs. */
export function canRunTypeScript() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/**
 * Keeps what Node made of the sources (types taken out, code compiled) for the next start, which is a third shorter. Node
 * judges by content; where nothing can be written it goes on without.
 */
export function keepCompiledCode() {
  module.enableCompileCache?.(join(root, "node_modules", ".cache", "openhive-compiled"));
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

/** Runs a program of ours, as `runProgram` does, on a Node that runs TypeScript: the one that came with the packages, else this one. */
export function handOver(args, options) {
  const node = findNode();
  // Handed to this one again, it would be handed on without end.
  if (!canRunTypeScript() && realpathSync(node) === realpathSync(process.execPath)) {
    throw new StartProblem(
      `OpenHive needs Node 22.18 or newer on this machine, this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
    );
  }
  return runProgram(node, args, options);
}

/**
 * Ends this process in its usual way when the `npm` that started it is gone. A signal to npm ends npm and its shell, and
 * would leave the server running with nobody to stop it. Processes that npm did not start are left to live on.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const first = readAncestors();
  const timer = setInterval(() => {
    if (readAncestors() === first) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}

/** The parent (npm's shell), and where it can be read the parent's parent (npm). */
function readAncestors() {
  const stat = `/proc/${process.ppid}/stat`;
  const grandparent = existsSync(stat) ? readFileSync(stat, "utf8").split(") ")[1]?.split(" ")[1] : "";
  return `${process.ppid} ${grandparent}`;
}

/** Reads the project's `.env`, if there is one; what is set already wins. */
export function loadEnvironmentFile() {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** A problem a person can mend: the message is the whole story, no stack is printed. */
export class StartProblem extends Error {}

/** Prints why a command cannot go on, and ends it. */
export function fail(error) {
  const isForPeople = error instanceof StartProblem || error?.name === "AppError";
  process.stderr.write(`${isForPeople ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}
