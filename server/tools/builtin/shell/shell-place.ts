import type { ProcessOutcome } from "../../../security/child-process/supervised-process.ts";
import type { CommandOutcome } from "./command-runner.ts";

/** Where commands run: in bubblewrap, in a container, or on this machine as it is. */
export type ShellSandbox = "bubblewrap" | "docker" | "podman" | "off";

export interface ShellPlaceOptions {
  readonly sandbox: ShellSandbox;
  readonly hasNetwork: boolean;
  /** Image of the container. */
  readonly image: string;
  /** What a container engine is told by the environment of the server, such as where it listens. Never a command's. */
  readonly engineVariables: Readonly<Record<string, string>>;
  readonly searchPath: string;
  /** Folder of the supervisor. */
  readonly helpersPath: string;
  /** Real path of Python, which runs the supervisor. Rejects with a sentence where there is none. */
  python(): Promise<string>;
  /** Folders that programs run from and that lie outside the system's. */
  programFolders(): Promise<readonly string[]>;
}

/** Time limits of a command that sets none. */
export const HOST_TIMEOUT_MS = 60_000;
export const SANDBOX_TIMEOUT_MS = 300_000;
/** Of each stream, kept from its end. */
export const TAIL_CHARACTERS = 30_000;
/** Processes that a command may have in a sandbox or a container. */
export const MAX_PROCESSES = 256;
/** Bytes of a file and open files that a command may have: the supervisor's own limits, which nothing under it can raise. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;
export const MAX_OPEN_FILES = 1_024;
/** Bash as commands are read: nothing of the host's settings, and its longer patterns. */
export const BASH: readonly string[] = ["bash", "--noprofile", "--norc", "-O", "extglob", "-c"];

export function toOutcome(outcome: ProcessOutcome): CommandOutcome {
  const { end, exitCode, stdout, stderr, logs, durationMs } = outcome;
  const kind = end === "too_large" ? "exited" : end;
  return { end: kind, exitCode, stdout, stderr, output: logs, durationMs: Math.round(durationMs) };
}
