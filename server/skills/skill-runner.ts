import { join } from "node:path";
import type { JsonObject } from "../contract/json.ts";
import { type ToolError, type ToolResult, toolError } from "../contract/tool-result.ts";
import type { ToolContext } from "../engine/tool.ts";
import type { ProcessOutcome } from "../security/child-process/supervised-process.ts";
import { resolveInside } from "../security/resolve-inside.ts";
import { toFunctionResult, toProcessError, toScriptResult, withFiles } from "./call-result.ts";
import type { SkillEnvironments, SkillRuntime } from "./environments/skill-environments.ts";
import type { NamedFunction } from "./function-names.ts";
import type { Gate } from "./gate.ts";
import { createProgressReader } from "./progress-reader.ts";
import type { RunFiles } from "./run-files.ts";
import { type ScriptPrograms, toScriptCommand } from "./script-command.ts";
import { type ProcessOptions, type SkillProcess, startSkillProcess } from "./skill-process.ts";
import type { SkillRecord } from "./skill-record.ts";
import { secretVariables } from "./skill-secrets.ts";
import type { WarmProcesses } from "./warm-processes.ts";
import { fillWorkFolder, removeOldWorkFolders, type WorkFolder } from "./work-folder.ts";

/** Runs what skills bring, each call in a process tree and a working folder of its own. Never rejects. */
export interface SkillRunner {
  callFunction(named: NamedFunction, input: JsonObject, context: ToolContext): Promise<ToolResult>;
  runScript(script: ScriptCall, context: ToolContext): Promise<ToolResult>;
  /** Runs the unit tests in the skill's folder `tests` (`test_*.py`). */
  runTests(skill: SkillRecord, context: ToolContext): Promise<ToolResult>;
  /** A call of one of its functions is likely to come: a process may be started ahead. Never rejects. */
  expectCall(skill: SkillRecord): Promise<void>;
}

export interface ScriptCall {
  readonly skill: SkillRecord;
  /** Path inside the skill's folder. */
  readonly script: string;
  readonly args: readonly string[];
  readonly stdin: string;
}

export interface SkillRunnerOptions extends ProcessOptions {
  /** Knows the Python of each skill. A call whose packages are not installed is answered at once. */
  readonly environments: Pick<SkillEnvironments, "runtimeFor">;
  /** One for the whole server process. */
  readonly gate: Gate;
  readonly files: RunFiles;
  /** Processes for functions that were started ahead. Without it each call starts its own. */
  readonly warm?: Pick<WarmProcesses, "obtain" | "replenish" | "expect"> | undefined;
}

const DISK_FULL = toolError(
  "unavailable",
  "The skill was not run: the disk with OpenHive's working folders is full.",
  "Go on without it, or tell the person that room has to be made; then the same call works.",
);

/** No room, or none left of what this user may use. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** Why work was not run, or not to its end, for the model. */
function toFailure(error: unknown, signal: AbortSignal): ToolError {
  if (signal.aborted) return toolError("aborted", "The call was stopped before it was finished.");
  if (isDiskFull(error)) return DISK_FULL;
  return toolError(
    "unavailable",
    `The skill could not be run: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** What is to be run: shown in events, and started once it is its turn. */
interface Work {
  readonly skill: SkillRecord;
  readonly label: string;
  readonly stdin: string;
  /** What the supervisor is told to do, or why it cannot be done. */
  supervised(python: string): Promise<readonly string[] | ToolError>;
  toResult(outcome: ProcessOutcome): ToolResult;
}

/**
 * The time limit of a call is the agent's and begins when its process starts: waiting at the gate does not count.
 * Queued, started and finished are told as events.
 */
export function createSkillRunner(options: SkillRunnerOptions): SkillRunner {
  let swept: Promise<void> | undefined;
  const run = async (work: Work, context: ToolContext): Promise<ToolResult> => {
    swept ??= removeOldWorkFolders(options.workPath).catch(() => undefined);
    await swept;
    try {
      const runtime = await options.environments.runtimeFor(work.skill);
      if (!("python" in runtime)) return runtime;
      const leave = await options.gate.enter(context.signal, (position) =>
        context.emit({ type: "skill.queued", callId: context.callId, skill: work.skill.name, position }),
      );
      try {
        return await runAdmitted(options, { work, context, runtime });
      } finally {
        leave();
      }
    } catch (error) {
      return toFailure(error, context.signal);
    }
  };

  return {
    callFunction(named, input, context) {
      const { skill, function: fn } = named;
      const request = {
        folder: skill.folder,
        file: fn.file,
        function: fn.name,
        arguments: input,
        variables: secretVariables(skill, context),
        cpuSeconds: cpuSeconds(context),
      };
      return run(
        {
          skill,
          label: fn.name,
          stdin: JSON.stringify(request),
          supervised: async () => ["call"],
          toResult: (outcome) => toFunctionResult(outcome, fn.name),
        },
        context,
      );
    },
    runScript(call, context) {
      return run(
        {
          skill: call.skill,
          label: call.script,
          stdin: call.stdin,
          supervised: (python) => toSupervisedScript(call, { python, node: options.nodeCommand }),
          toResult: (outcome) => toScriptResult(outcome, call.script),
        },
        context,
      );
    },
    async expectCall(skill) {
      if (!options.warm || skill.functions.length === 0) return;
      const runtime = await options.environments.runtimeFor(skill).catch(() => undefined);
      if (runtime && "python" in runtime)
        options.warm.expect({ skill, runtime, supervised: ["call"], variables: {} });
    },
    runTests(skill, context) {
      return run(
        {
          skill,
          label: "tests",
          stdin: "",
          supervised: async (python) => toSupervisedTests(skill, python),
          toResult: (outcome) => toScriptResult(outcome, "tests"),
        },
        context,
      );
    },
  };
}

function toSupervisedTests(skill: SkillRecord, python: string): readonly string[] {
  const tests = join(skill.folder, "tests");
  const discover = ["-m", "unittest", "discover", "-s", tests, "-t", tests];
  return ["exec", python, "-s", "-B", "-X", "utf8", ...discover];
}

async function toSupervisedScript(
  call: ScriptCall,
  programs: ScriptPrograms,
): Promise<readonly string[] | ToolError> {
  const wanted = call.script.replace(/^\.\//, "");
  if (!call.skill.files.some((file) => file.path === wanted)) {
    const others = call.skill.files.filter((file) => file.path !== "SKILL.md").slice(0, 50);
    const hint = `Its files: ${others.map((file) => file.path).join(", ") || "none"}`;
    return toolError("invalid_input", `${call.skill.name} has no file "${call.script.slice(0, 200)}".`, hint);
  }
  const path = await resolveInside(call.skill.folder, wanted);
  const command = await toScriptCommand(path, programs);
  if (command) return ["exec", ...command, ...call.args];
  return toolError(
    "invalid_input",
    `${call.script} cannot be run.`,
    "Scripts end in .py, .js, .mjs, .cjs or .sh, or begin with #! and the name of such a program.",
  );
}

/** Work whose turn it is. */
interface Due {
  readonly work: Work;
  readonly context: ToolContext;
  readonly runtime: SkillRuntime;
}

async function runAdmitted(options: SkillRunnerOptions, due: Due): Promise<ToolResult> {
  const { work, context, runtime } = due;
  const supervised = await work.supervised(runtime.python);
  if (!isCommand(supervised)) return supervised;
  // Functions alone can be waited for: what a script is to run is known when it is called.
  const isFunction = supervised[0] === "call";
  const warm = isFunction ? options.warm : undefined;
  const variables = isFunction ? {} : scriptVariables(work.skill, context);
  const shape = { skill: work.skill, runtime, supervised, variables };
  const process = await (warm?.obtain(shape) ?? startSkillProcess(options, shape));
  try {
    const folder = await fillWorkFolder(process.folder, { files: options.files, context });
    context.signal.throwIfAborted();
    const outcome = await runInProcess(process, due);
    return await toResult(work, { outcome, folder, context });
  } finally {
    await process.dispose();
    warm?.replenish(shape);
  }
}

function scriptVariables(skill: SkillRecord, context: ToolContext): Readonly<Record<string, string>> {
  return { ...secretVariables(skill, context), OPENHIVE_CPU_SECONDS: String(cpuSeconds(context)) };
}

/** Processor time of each process: what it could use alone on one processor, and a little for its start. */
function cpuSeconds(context: ToolContext): number {
  return Math.ceil(context.scope.agent.limits.callTimeoutSeconds) + 1;
}

function isCommand(value: readonly string[] | ToolError): value is readonly string[] {
  return Array.isArray(value);
}

async function runInProcess({ tree }: SkillProcess, { work, context }: Due): Promise<ProcessOutcome> {
  const { callId } = context;
  const skill = work.skill.name;
  context.emit({ type: "skill.started", callId, skill, function: work.label });
  const outcome = await tree.run({
    stdin: work.stdin,
    timeoutMs: context.scope.agent.limits.callTimeoutSeconds * 1_000,
    signal: context.signal,
    onResult: createProgressReader((text) => context.emit({ type: "skill.progress", callId, skill, text })),
  });
  context.emit({
    type: "skill.finished",
    callId,
    skill,
    function: work.label,
    durationMs: Math.round(outcome.durationMs),
    exitCode: outcome.exitCode,
    logs: outcome.logs,
    ...(outcome.peakMemory === null ? {} : { peakMemory: outcome.peakMemory }),
  });
  return outcome;
}

interface Finished {
  readonly outcome: ProcessOutcome;
  readonly folder: WorkFolder;
  readonly context: ToolContext;
}

/** Files of a call that failed are not kept: they may be half written. */
async function toResult(work: Work, { outcome, folder, context }: Finished): Promise<ToolResult> {
  const failed = toProcessError(outcome, context.scope.agent.limits.callTimeoutSeconds);
  if (failed) return failed;
  const result = work.toResult(outcome);
  if (result.status !== "ok") return result;
  const { artifacts, notes } = await folder.collect(context);
  return withFiles(result, artifacts, [...folder.notes, ...notes]);
}

/** Where the Python helpers lie below the project's folder. */
export function skillHelpersPath(projectPath: string): string {
  return join(projectPath, "server", "skills", "python");
}
