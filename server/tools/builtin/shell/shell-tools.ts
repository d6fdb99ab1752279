import { stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import type { Json } from "../../../contract/json.ts";
import {
  okText,
  refusal,
  type ToolError,
  type ToolResult,
  toolError,
} from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, SecretUse, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import { resolveInside } from "../../../security/resolve-inside.ts";
import { judgeShell } from "../../../security/shell/judge-shell.ts";
import type { BuiltinFamily } from "../builtin-tool-source.ts";
import type { WorkspaceShelf } from "../files/workspace-shelf.ts";
import type { CommandOutcome, CommandRunner } from "./command-runner.ts";
import { fillSecrets } from "./fill-secrets.ts";
import { identifyCommand } from "./identify-command.ts";
import { judgeFiles } from "./judge-files.ts";
import { mayDestroy } from "./may-destroy.ts";
import { refuseForOtherTools } from "./refuse-for-other-tools.ts";
import { type RoomWatch, watchRoom } from "./watch-room.ts";

export interface ShellToolsOptions {
  readonly shelf: WorkspaceShelf;
  readonly runner: CommandRunner;
  /** Where programs are looked for on this machine. */
  readonly searchPath: string;
}

const ORIGIN = { kind: "builtin", id: "shell" } as const;
/** A command may do anything: it runs alone, is not run twice, and what it destroys is asked about. */
const FLAGS = { readOnly: false, concurrencySafe: false, destructive: true, idempotent: false } as const;
/** A shell would read a value as something else than a value, so it comes as a variable. */
const SECRETS: SecretUse = { into: "context" };
/** More than the longest limit a call can set, so that the tool's own message is the one that is read. */
const OUTER_LIMIT_MS = 620_000;

const command = z
  .string()
  .min(1)
  .max(50_000)
  .describe("Bash. A stored secret is written {{secret:NAME}}, outside single quotes");
const folder = z.string().max(1_000).default("").describe("Folder to start in, relative to the workspace");
const runShellInput = z.object({
  command,
  cwd: folder,
  timeout: z.number().int().min(1).max(600).default(30).describe("Seconds"),
});
const execInput = z.object({ command, working_dir: folder });

/** `run_shell` and `exec`: commands in the run's workspace. */
export function createShellTools(options: ShellToolsOptions): BuiltinFamily {
  const tools = [runShellTool(options), execTool(options)];
  return async () => tools;
}

function runShellTool(options: ShellToolsOptions): BoundTool {
  return defineTool({
    name: "run_shell",
    description:
      "Run a Bash command in the workspace: builds, tests, version control, pipelines. The end of its output comes back. Files are read, searched and edited with their own tools; pages and interfaces of the web too.",
    inputSchema: zodInput(runShellInput),
    ...common(options, "cwd"),
    async execute(input, context) {
      const reason = refuseForOtherTools(input.command);
      if (reason !== undefined) return toolError("denied", reason);
      const call = { command: input.command, folder: input.cwd, timeoutMs: input.timeout * 1_000 };
      const outcome = await run(options, call, context);
      return "status" in outcome ? outcome : shellResult(outcome, input.timeout);
    },
  });
}

function execTool(options: ShellToolsOptions): BoundTool {
  return defineTool({
    name: "exec",
    aliases: ["bash"],
    description:
      "Execute a Bash command in the workspace and get what it printed. A command that fails is an error.",
    inputSchema: zodInput(execInput),
    ...common(options, "working_dir"),
    async execute(input, context) {
      const outcome = await run(options, { command: input.command, folder: input.working_dir }, context);
      return "status" in outcome ? outcome : execResult(outcome);
    },
  });
}

function common(
  options: ShellToolsOptions,
  folderName: string,
): Omit<BoundTool, "name" | "description" | "inputSchema" | "bind"> {
  return {
    origin: ORIGIN,
    flags: FLAGS,
    groups: ["runtime"],
    secrets: SECRETS,
    timeoutMs: OUTER_LIMIT_MS,
    destroys: (input: Json) => mayDestroy(textOf(input, "command")),
    overwrites: () => true,
    async identify(input: Json, context: ToolContext) {
      const workspace = await options.shelf.open(context);
      return identifyCommand(textOf(input, "command"), {
        searchPath: options.searchPath,
        workspace,
        folder: join(workspace, textOf(input, folderName)),
        prefix: options.runner.programPrefix,
      });
    },
  };
}

function textOf(input: Json, name: string): string {
  const value =
    input !== null && typeof input === "object" && !Array.isArray(input) ? Reflect.get(input, name) : "";
  return typeof value === "string" ? value : "";
}

interface ShellCall {
  readonly command: string;
  readonly folder: string;
  readonly timeoutMs?: number;
}

/** The answer to a command that never runs, whoever would allow it. */
function neverRun(reason: string): ToolError {
  return refusal("commands", toolError("denied", reason, "Do it in another way, or go on without it."));
}

async function run(
  options: ShellToolsOptions,
  call: ShellCall,
  context: ToolContext,
): Promise<CommandOutcome | ToolError> {
  // The last look before it runs, whatever was asked and answered before.
  const verdict = judgeShell(call.command);
  if (!verdict.ok) return neverRun(verdict.reason);
  const workspace = await options.shelf.open(context);
  const start = await startFolder(workspace, call.folder);
  if (start === undefined)
    return toolError(
      "invalid_input",
      "There is no such folder in the workspace.",
      "Use a path relative to it.",
    );
  const reason = await judgeFiles(call.command, { workspace, folder: start });
  if (reason !== undefined) return neverRun(reason);
  const watch = await watchRoom(options.shelf.room, { workspace, signal: context.signal });
  const { command: filled, variables } = fillSecrets(call.command, context.secrets ?? new Map());
  const started = options.runner.run({
    command: filled,
    workspace,
    folder: start,
    variables,
    mostFileBytes: watch.mostFileBytes,
    signal: watch.signal,
    ...(call.timeoutMs === undefined ? {} : { timeoutMs: call.timeoutMs }),
  });
  return answer(started, watch);
}

async function answer(
  started: Promise<CommandOutcome>,
  watch: RoomWatch,
): Promise<CommandOutcome | ToolError> {
  const outcome = await started.catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  const { isStopped, note } = await watch.end();
  if (typeof outcome === "string")
    return toolError("unavailable", outcome, "Tell the person; go on without commands.");
  if (outcome.end === "aborted")
    return isStopped ? tooFull(outcome, note) : toolError("aborted", "The command was stopped.");
  if (outcome.end === "not_started") return toolError("unavailable", "The command could not be started.");
  return note === undefined ? outcome : { ...outcome, ...withNote(outcome, note) };
}

/** The answer to a command that was stopped because it wrote too much. */
function tooFull({ output }: CommandOutcome, note = ""): ToolError {
  const printed = output === "" ? "" : `\n${output}`;
  return toolError("limit_reached", `Stopped: the command filled the workspace. ${note}${printed}`.trim());
}

/** What it printed, and after it that the workspace is too full. */
function withNote(
  { output, stderr }: CommandOutcome,
  note: string,
): Pick<CommandOutcome, "output" | "stderr"> {
  return { output: `${output}\n${note}\n`, stderr: `${stderr}\n${note}\n` };
}

async function startFolder(workspace: string, path: string): Promise<string | undefined> {
  if (path === "") return "";
  const inside = await resolveInside(workspace, path).catch(() => undefined);
  if (inside === undefined) return undefined;
  const isFolder = await stat(inside).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  return isFolder ? relative(workspace, inside) : undefined;
}

function shellResult(outcome: CommandOutcome, seconds: number): ToolResult {
  const { exitCode, output, stderr, durationMs } = outcome;
  const isTimedOut = outcome.end === "timed_out";
  const success = exitCode === 0;
  const head = isTimedOut
    ? `Stopped after ${seconds} s, with everything it had started.`
    : `Exit code ${exitCode}.`;
  const text = output === "" ? `${head} It printed nothing.` : `${head}\n${output}`;
  return okText(text, { success, exitCode, stderr, timedOut: isTimedOut, executionTime: durationMs });
}

function execResult(outcome: CommandOutcome): ToolResult {
  const { stdout, stderr, exitCode, durationMs } = outcome;
  const printed = [stdout, stderr === "" ? "" : `STDERR:\n${stderr}`]
    .filter((text) => text !== "")
    .join("\n");
  if (outcome.end === "timed_out")
    return toolError(
      "timed_out",
      `The command took too long and was stopped. ${printed}`,
      "Use run_shell with a timeout.",
    );
  if (exitCode !== 0) return toolError("tool_failed", `Exit code ${exitCode}.\n${printed}`);
  return okText(printed === "" ? "The command succeeded and printed nothing." : printed, {
    exitCode,
    executionTime: durationMs,
  });
}
