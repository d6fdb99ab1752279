import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { cleanEnvironment } from "../../../security/child-process/clean-environment.ts";
import { createSandbox } from "../../../security/child-process/sandbox.ts";
import { type ProcessOutcome, runSupervised } from "../../../security/child-process/supervised-process.ts";
import type { CommandOutcome, CommandRequest, CommandRunner } from "./command-runner.ts";

/** Where commands run: in bubblewrap, in a container, or on this machine as it is. */
export type ShellSandbox = "bubblewrap" | "docker" | "podman" | "off";

export interface ShellPlaceOptions {
  readonly sandbox: ShellSandbox;
  readonly hasNetwork: boolean;
  /** Image of the container. */
  readonly image: string;
  readonly searchPath: string;
  /** Folder of the supervisor. */
  readonly helpersPath: string;
  /** Real path of Python, which runs the supervisor. Rejects with a sentence where there is none. */
  python(): Promise<string>;
  /** Folders that programs run from and that lie outside the system's. */
  programFolders(): Promise<readonly string[]>;
}

const HOST_TIMEOUT_MS = 60_000;
const SANDBOX_TIMEOUT_MS = 300_000;
const TAIL_CHARACTERS = 30_000;
const BASH = ["bash", "--noprofile", "--norc", "-O", "extglob", "-c"];
/** Limits of a container. */
const CONTAINER_LIMITS = ["--memory", "512m", "--cpus", "1", "--pids-limit", "256"];
const CONTAINER_FAILED = new Set([125, 126]);

/** Builds the place that the setting names. Nothing is started before the first command. */
export function createCommandRunner(options: ShellPlaceOptions): CommandRunner {
  switch (options.sandbox) {
    case "docker":
    case "podman":
      return containerRunner(options, options.sandbox);
    case "bubblewrap":
    case "off":
      return hostRunner(options, options.sandbox);
  }
}

function hostRunner(options: ShellPlaceOptions, kind: "bubblewrap" | "off"): CommandRunner {
  const sandbox = createSandbox({
    mode: kind === "off" ? "off" : "required",
    searchPath: options.searchPath,
    use: { what: "Commands", setting: "OPENHIVE_SHELL_SANDBOX" },
  });
  const timeoutMs = kind === "off" ? HOST_TIMEOUT_MS : SANDBOX_TIMEOUT_MS;
  return {
    programPrefix: undefined,
    async run(request) {
      const temporary = join(request.workspace, ".openhive-tmp");
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      const launcher = await sandbox.launcher({
        workingFolder: request.workspace,
        readable: [options.helpersPath, ...(await options.programFolders())],
        hasNetwork: options.hasNetwork,
      });
      return toOutcome(
        await runSupervised({
          launcher,
          python: await options.python(),
          helpersPath: options.helpersPath,
          supervised: ["exec", ...startIn(join(request.workspace, request.folder), request.command)],
          workingFolder: request.workspace,
          environment: {
            ...cleanEnvironment(options.searchPath, request.workspace),
            TMPDIR: temporary,
            ...request.variables,
          },
          stdin: "",
          timeoutMs: request.timeoutMs ?? timeoutMs,
          tailCharacters: TAIL_CHARACTERS,
          signal: request.signal,
        }),
      );
    },
  };
}

/** The command is an argument of its own, so that nothing has to be quoted. */
function startIn(folder: string, command: string): readonly string[] {
  return [...BASH, `cd -- "$1" && exec ${BASH.join(" ")} "$2"`, "bash", folder, command];
}

function containerRunner(options: ShellPlaceOptions, program: "docker" | "podman"): CommandRunner {
  return {
    programPrefix: `${options.image}:`,
    async run(request) {
      const name = `openhive-shell-${randomUUID()}`;
      const home = await mkdtemp(join(tmpdir(), "openhive-shell-"));
      const environment = { ...cleanEnvironment(options.searchPath, home), ...request.variables };
      try {
        const outcome = await runSupervised({
          launcher: [],
          python: await options.python(),
          helpersPath: options.helpersPath,
          supervised: ["exec", program, ...containerArguments(options, request, name)],
          workingFolder: home,
          environment,
          stdin: "",
          timeoutMs: request.timeoutMs ?? SANDBOX_TIMEOUT_MS,
          tailCharacters: TAIL_CHARACTERS,
          signal: request.signal,
        });
        refuseBroken(program, outcome);
        return toOutcome(outcome);
      } finally {
        // A container outlives the program that started it.
        await removeContainer(program, name, environment);
        await rm(home, { recursive: true, force: true });
      }
    },
  };
}

function containerArguments(
  { image, hasNetwork }: ShellPlaceOptions,
  { workspace, folder, variables, command }: CommandRequest,
  name: string,
): readonly string[] {
  return [
    "run",
    "--rm",
    "--init",
    ...["--name", name],
    "--read-only",
    ...["/tmp", "/var/tmp", "/run"].flatMap((path) => ["--tmpfs", path]),
    ...["--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...CONTAINER_LIMITS,
    ...["--user", `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`],
    ...(hasNetwork ? [] : ["--network", "none"]),
    ...["--volume", `${workspace}:/workspace`, "--workdir", posix.join("/workspace", folder)],
    ...["--env", "HOME=/workspace"],
    // By name alone: the values come from the environment and stand in no list of processes.
    ...Object.keys(variables).flatMap((variable) => ["--env", variable]),
    image,
    ...BASH,
    command,
  ];
}

function refuseBroken(program: string, outcome: ProcessOutcome): void {
  const isMissing = outcome.exitCode === 127 && outcome.stdout === "";
  if (!isMissing && !CONTAINER_FAILED.has(outcome.exitCode ?? 0)) return;
  const said = outcome.stderr.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
  throw new Error(
    `Commands run in ${program}, which does not work here: ${said || "it could not be started"}. Mend ${program}, or set OPENHIVE_SHELL_SANDBOX to another place.`,
  );
}

function removeContainer(program: string, name: string, environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    execFile(program, ["rm", "--force", name], { env: environment, timeout: 10_000 }, () => resolve());
  });
}

function toOutcome(outcome: ProcessOutcome): CommandOutcome {
  const { end, exitCode, stdout, stderr, logs, durationMs } = outcome;
  const kind = end === "too_large" ? "exited" : end;
  return { end: kind, exitCode, stdout, stderr, output: logs, durationMs: Math.round(durationMs) };
}
