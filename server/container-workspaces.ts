import { join } from "node:path";
import type { Environment } from "./env.ts";
import { installationOf } from "./security/child-process/sandbox.ts";
import { createInterpreter } from "./skills/interpreter.ts";
import type { BuiltinFamily } from "./tools/builtin/builtin-tool-source.ts";
import { createFilesTools } from "./tools/builtin/files/files-tools.ts";
import type { WorkspaceShelf } from "./tools/builtin/files/workspace-shelf.ts";
import type { CommandRunner } from "./tools/builtin/shell/command-runner.ts";
import { createCommandRunner } from "./tools/builtin/shell/create-command-runner.ts";
import { createShellTools } from "./tools/builtin/shell/shell-tools.ts";

export interface WorkspaceFolders {
  readonly shelf: WorkspaceShelf;
  /** Where the supervisor of processes is. */
  readonly helpers: string;
}

/** The folder of a data folder that has the workspaces. */
export function workspacesIn(dataDir: string): string {
  return join(dataDir, "workspaces");
}

/** The tools that work in a workspace: on its files, and by commands in the place that the environment names. */
export function createWorkspaceTools(
  environment: Environment,
  { shelf, helpers }: WorkspaceFolders,
): readonly BuiltinFamily[] {
  const runner = openCommandRunner(environment, helpers);
  const { searchPath } = environment;
  return [createFilesTools(shelf), createShellTools({ shelf, runner, searchPath })];
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
