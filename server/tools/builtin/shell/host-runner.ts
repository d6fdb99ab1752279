import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment } from "../../../security/child-process/clean-environment.ts";
import { createSandbox } from "../../../security/child-process/sandbox.ts";
import { runSupervised } from "../../../security/child-process/supervised-process.ts";
import { ownName } from "../files/own-names.ts";
import type { CommandRequest, CommandRunner } from "./command-runner.ts";
import {
  BASH,
  HOST_TIMEOUT_MS,
  MAX_PROCESSES,
  SANDBOX_TIMEOUT_MS,
  type ShellPlaceOptions,
  TAIL_CHARACTERS,
  toOutcome,
} from "./shell-place.ts";

/** Commands as processes of this machine, in a bubblewrap sandbox or as they are. */
export function createHostRunner(
  options: ShellPlaceOptions,
  { isSandboxed }: { readonly isSandboxed: boolean },
): CommandRunner {
  const sandbox = createSandbox({
    mode: isSandboxed ? "required" : "off",
    searchPath: options.searchPath,
    use: { what: "Commands", setting: "OPENHIVE_SHELL_SANDBOX" },
  });
  return {
    programPrefix: undefined,
    async state() {
      const { isOn, message, reason } = await sandbox.state();
      if (isOn || !isSandboxed) return { isReady: true, message };
      return { isReady: false, message: `Commands are not run. ${reason} Or set OPENHIVE_SHELL_SANDBOX.` };
    },
    async run(request) {
      const launcher = await sandbox.launcher({
        workingFolder: request.workspace,
        readable: [options.helpersPath, ...(await options.programFolders())],
        hasNetwork: options.hasNetwork,
      });
      // In the workspace, where a sandbox lets it write, under a name that no tool shows; gone with the call.
      const temporary = join(request.workspace, ownName());
      await mkdir(temporary, { mode: 0o700 });
      try {
        return toOutcome(
          await runSupervised({
            launcher,
            python: await options.python(),
            helpersPath: options.helpersPath,
            supervised: ["exec", ...startIn(join(request.workspace, request.folder), request.command)],
            workingFolder: request.workspace,
            environment: {
              ...cleanEnvironment(options.searchPath, request.workspace),
              ...request.variables,
              TMPDIR: temporary,
              OPENHIVE_FILE_LIMIT: String(request.mostFileBytes),
              // Outside a sandbox the processes of everybody would be counted.
              ...(isSandboxed
                ? { OPENHIVE_PROCESS_LIMIT: String(MAX_PROCESSES), OPENHIVE_IS_CONTAINED: "1" }
                : {}),
            },
            stdin: "",
            timeoutMs: limitOf(request, isSandboxed),
            tailCharacters: TAIL_CHARACTERS,
            signal: request.signal,
          }),
        );
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    },
  };
}

function limitOf({ timeoutMs }: CommandRequest, isSandboxed: boolean): number {
  return timeoutMs ?? (isSandboxed ? SANDBOX_TIMEOUT_MS : HOST_TIMEOUT_MS);
}

/** The command is an argument of its own, so that nothing has to be quoted. */
function startIn(folder: string, command: string): readonly string[] {
  return [...BASH, `cd -- "$1" && exec ${BASH.join(" ")} "$2"`, "bash", folder, command];
}
