import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { posix } from "node:path";
import { cleanEnvironment } from "../../../security/child-process/clean-environment.ts";
import { type ProcessOutcome, runSupervised } from "../../../security/child-process/supervised-process.ts";
import type { CommandRequest, CommandRunner, PlaceState } from "./command-runner.ts";
import type { ContainerEngine } from "./container-engine.ts";
import {
  BASH,
  MAX_FILE_BYTES,
  MAX_OPEN_FILES,
  MAX_PROCESSES,
  SANDBOX_TIMEOUT_MS,
  type ShellPlaceOptions,
  TAIL_CHARACTERS,
  toOutcome,
} from "./shell-place.ts";

const LIMITS = ["--memory", "512m", "--cpus", "1", "--pids-limit", String(MAX_PROCESSES)];

/** Commands in a closed container each. */
export function createContainerRunner(options: ShellPlaceOptions, engine: ContainerEngine): CommandRunner {
  const { program } = engine;
  return {
    programPrefix: `${options.image}:`,
    state: () => probe(options, program),
    async run(request) {
      const name = `openhive-shell-${randomUUID()}`;
      const environment = engineEnvironment(options);
      try {
        const outcome = await runSupervised({
          launcher: [],
          python: await options.python(),
          helpersPath: options.helpersPath,
          supervised: ["exec", program, ...containerArguments({ options, engine, name }, request)],
          workingFolder: request.workspace,
          environment: { ...environment, ...request.variables },
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
      }
    },
  };
}

function engineEnvironment({ searchPath, engineVariables }: ShellPlaceOptions): NodeJS.ProcessEnv {
  return { ...cleanEnvironment(searchPath, tmpdir()), ...engineVariables };
}

/** Asks the engine who it is, which the part that starts containers has to answer. */
function probe(options: ShellPlaceOptions, program: string): Promise<PlaceState> {
  return new Promise((resolve) => {
    execFile(program, ["info"], { env: engineEnvironment(options), timeout: 10_000 }, (error) => {
      const message = `Commands run in ${program}, in containers of ${options.image}.`;
      if (!error) return resolve({ isReady: true, message });
      const reason = `${program} does not work here: ${error.message.slice(0, 300).trim()}`;
      resolve({ isReady: false, message: `Commands are not run. ${reason}` });
    });
  });
}

interface Plan {
  readonly options: ShellPlaceOptions;
  readonly engine: ContainerEngine;
  /** Of the container. */
  readonly name: string;
}

function containerArguments(
  { options: { image, hasNetwork }, engine, name }: Plan,
  { workspace, folder, variables, command, mostFileBytes }: CommandRequest,
): readonly string[] {
  return [
    ...["run", "--rm", "--init", "--name", name],
    "--read-only",
    ...["/tmp", "/var/tmp", "/run"].flatMap((path) => ["--tmpfs", path]),
    ...["--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...LIMITS,
    // An engine without a daemon starts the container under the limits of its own process: asked for more, it starts none.
    ...["--ulimit", `fsize=${Math.min(mostFileBytes, MAX_FILE_BYTES)}`],
    ...["--ulimit", `nofile=${MAX_OPEN_FILES}`, "--ulimit", "core=0"],
    ...engine.runAs({ user: process.getuid?.() ?? 1000, group: process.getgid?.() ?? 1000 }),
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

/** Exit codes by which an engine says that it could not start the container. A command may end with each of them as well. */
const NOT_STARTED: ReadonlySet<number | null> = new Set([125, 126, 127]);

function refuseBroken(program: string, { exitCode, stderr }: ProcessOutcome): void {
  if (!NOT_STARTED.has(exitCode)) return;
  const said = stderr
    .split("\n")
    .find((line) => line.startsWith(`${program}: `) || line.startsWith("Error: "));
  if (said === undefined) return;
  throw new Error(
    `Commands run in ${program}, which does not work here. ${said.slice(0, 300)} Mend ${program}, or set OPENHIVE_SHELL_SANDBOX to another place.`,
  );
}

function removeContainer(program: string, name: string, environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    execFile(program, ["rm", "--force", name], { env: environment, timeout: 10_000 }, () => resolve());
  });
}
