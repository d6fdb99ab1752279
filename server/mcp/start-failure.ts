import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ChildTransport } from "./child-transport.ts";
import { ownShortage } from "./own-shortage.ts";
import type { ServerLaunch } from "./server-launch.ts";

export interface StartFailure {
  readonly cause: unknown;
  readonly transport: Pick<ChildTransport, "pid" | "end" | "stderr">;
  readonly isTimeout: boolean;
  readonly launch: Pick<ServerLaunch, "shownCommand" | "shownArgs" | "cwd">;
  readonly startTimeoutMs: number;
}

/** Says why a server did not start, in a sentence that names what to mend, with the server's own last words. */
export function explainStartFailure(failure: StartFailure): string {
  const { cause, transport, isTimeout, launch } = failure;
  if (transport.pid === null) return explainSpawnError(cause, launch);
  const words = transport.stderr.lastLines(3);
  const ending = [
    words === "" ? "It wrote nothing to its error output." : `Its last words: ${words}`,
    ...relativePaths(launch),
  ].join(" ");
  const { end } = transport;
  if (end?.isOwnDoing) return `It ${howItEnded(end)} before it was ready. ${ending}`;
  if (end?.fault != null) return `${end.fault} It was stopped.`;
  if (isTimeout) {
    return `It was not ready after ${failure.startTimeoutMs / 1_000} s and was stopped. ${ending}`;
  }
  return `It does not speak MCP as expected (${cause instanceof Error ? cause.message : String(cause)}). ${ending}`;
}

/** "exited with code 3", "was killed by SIGSEGV". */
export function howItEnded(end: {
  readonly exitCode: number | null;
  readonly signal: string | null;
}): string {
  return end.signal === null
    ? `exited with code ${end.exitCode ?? "unknown"}`
    : `was killed by ${end.signal}`;
}

function explainSpawnError(cause: unknown, { shownCommand: command, cwd }: StartFailure["launch"]): string {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code === "ENOENT" && isRelativePath(command))
    return `The command "${command}" was not found in ${cwd}, where the server is started. Use an absolute path, or a command on PATH.`;
  if (code === "ENOENT")
    return `The command "${command}" was not found on PATH. Install it, or use an absolute path.`;
  if (code === "EACCES")
    return `The command "${command}" may not be executed. Check its permissions (chmod +x).`;
  const shortage = ownShortage(cause);
  if (shortage !== undefined) return `The command "${command}" could not be run: ${shortage}`;
  return `The command "${command}" could not be run: ${cause instanceof Error ? cause.message : String(cause)}`;
}

/** A server starts in a folder of its own: what people wrote relative to theirs is not there. */
function relativePaths({ shownArgs, cwd }: StartFailure["launch"]): readonly string[] {
  const paths = shownArgs.filter((path) => isRelativePath(path) && !existsSync(join(cwd, path)));
  if (paths.length === 0) return [];
  const named = paths.map((path) => `"${path}"`).join(", ");
  return [`The server is started in ${cwd}: if ${named} lies elsewhere, use an absolute path.`];
}

/** `./server`, `tools/server.py`, `server.mjs`; names of packages, options, addresses and versions are none. */
function isRelativePath(text: string): boolean {
  if (isAbsolute(text) || /^[-@]|:\/\/|\s/.test(text)) return false;
  return /[\\/]/.test(text) || /\.(?:[cm]?[jt]s|py|sh|rb|jar|exe)$/i.test(text);
}
