import type { Environment } from "./env.ts";
import { installationOf } from "./security/child-process/sandbox.ts";
import { createInterpreter } from "./skills/interpreter.ts";
import type { BuiltinFamily } from "./tools/builtin/builtin-tool-source.ts";
import { createFilesTools } from "./tools/builtin/files/files-tools.ts";
import type { CommandRunner } from "./tools/builtin/shell/command-runner.ts";
import { createCommandRunner } from "./tools/builtin/shell/create-command-runner.ts";
import { createShellTools } from "./tools/builtin/shell/shell-tools.ts";

export interface WorkspaceFolders {
  /** Has a workspace for each org. */
  readonly workspaces: string;
  /** Where the supervisor of processes is. */
  readonly helpers: string;
}

/** The tools that work in an org's workspace: on its files, and by commands in the place that the environment names. */
export function createWorkspaceTools(
  environment: Environment,
  { workspaces, helpers }: WorkspaceFolders,
): readonly BuiltinFamily[] {
  const runner = openCommandRunner(environment, helpers);
  const { searchPath } = environment;
  return [createFilesTools(workspaces), createShellTools({ folder: workspaces, runner, searchPath })];
}

/** The place that the environment names for commands. */
export function openCommandRunner(
  { searchPath, shell, pythonCommand }: Environment,
  helpers: string,
): CommandRunner {
  const interpreter = createInterpreter(pythonCommand, searchPath);
  return createCommandRunner({
    ...shell,
    searchPath,
    helpersPath: helpers,
    python: () => interpreter.resolve(),
    programFolders: async () => [...(await interpreter.folders()), await installationOf(process.execPath)],
  });
}
