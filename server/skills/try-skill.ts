import type { AgentId, ArtifactId, CallId, RunId, SessionId } from "../contract/ids.ts";
import type { JsonObject } from "../contract/json.ts";
import { agentSchema } from "../contract/org-document.ts";
import {
  type ArtifactReference,
  type ToolError,
  type ToolOk,
  type ToolResult,
  toolError,
} from "../contract/tool-result.ts";
import type { OpenedSecrets } from "../engine/steps/expand-secrets.ts";
import type { ToolContext } from "../engine/tool.ts";
import { checkArguments } from "./argument-check.ts";
import { createGate, type Gate } from "./gate.ts";
import type { RunFiles } from "./run-files.ts";
import type { SkillRecord } from "./skill-record.ts";
import { createSkillRunner, type SkillRunnerOptions } from "./skill-runner.ts";

/** One try of a skill by its author: no agent, no run, no database. */
export type SkillTry =
  | { readonly kind: "function"; readonly name: string; readonly arguments: JsonObject }
  | {
      readonly kind: "script";
      readonly path: string;
      readonly args: readonly string[];
      readonly stdin: string;
    }
  /** The unit tests in its folder `tests`. */
  | { readonly kind: "tests" };

export interface TriedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface TrySettings {
  /** Put into the working folder, as a run's files would be. */
  readonly files: readonly TriedFile[];
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal;
}

export interface TriedSkill {
  readonly result: ToolResult;
  /** What it printed, for people. */
  readonly logs: string;
  /** Of the process; 0 when none was started. */
  readonly durationMs: number;
  /** Bytes of memory at most; null where nobody knows. */
  readonly peakMemory: number | null;
  /** Files that it made or changed. */
  readonly made: readonly TriedFile[];
}

/** What a function returned or a script printed, without the files that it made. */
export function answerText({ content }: ToolOk): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

/** Hands out what a skill declares to a try of this tool: all or none. */
export type TrySecrets = (names: readonly string[], tool: string) => Promise<OpenedSecrets>;

export interface TryOptions extends Omit<SkillRunnerOptions, "gate" | "files"> {
  /** Without it, a skill that declares secrets is not run; why, for the author. */
  readonly secrets?: TrySecrets | { readonly missing: string } | undefined;
  /** The server's, so that tries wait their turn with the calls of agents; else a try waits for nothing. */
  readonly gate?: Gate;
}

/**
 * Runs a function or a script of a skill as an agent's call would, with files in memory. Its unit tests get no secrets. Never
 * rejects.
 */
export async function trySkill(
  skill: SkillRecord,
  what: SkillTry,
  { options, settings }: { readonly options: TryOptions; readonly settings: TrySettings },
): Promise<TriedSkill> {
  const files = createTriedFiles(settings.files);
  const runner = createSkillRunner({ ...options, gate: options.gate ?? createGate(1), files });
  let logs = "";
  let durationMs = 0;
  let peakMemory: number | null = null;
  const plain = createContext(settings, (event) => {
    if (event.type !== "skill.finished") return;
    logs = event.logs;
    durationMs = event.durationMs;
    peakMemory = event.peakMemory ?? null;
  });
  const run = async (): Promise<ToolResult> => {
    const opened = await openSecrets(skill, what, options.secrets);
    if ("status" in opened) return opened;
    const context = { ...plain, secrets: opened.values };
    if (what.kind === "tests") return runner.runTests(skill, context);
    if (what.kind === "script")
      return runner.runScript({ skill, script: what.path, args: what.args, stdin: what.stdin }, context);
    const fn = skill.functions.find((one) => one.name === what.name);
    if (!fn) {
      const known = skill.functions.map((one) => one.name).join(", ") || "none";
      return toolError(
        "invalid_input",
        `${skill.name} has no function ${what.name}.`,
        `Its functions: ${known}`,
      );
    }
    const checked = checkArguments(fn.inputSchema, what.arguments);
    if (!checked.ok) return toolError("invalid_input", checked.message);
    return runner.callFunction({ exposedName: fn.name, skill, function: fn }, checked.value, context);
  };
  const result = await run();
  return { result, logs, durationMs, peakMemory, made: files.made() };
}

async function openSecrets(
  { name, secrets }: SkillRecord,
  what: SkillTry,
  open: TryOptions["secrets"],
): Promise<{ readonly values: ReadonlyMap<string, string> } | ToolError> {
  if (secrets.length === 0 || what.kind === "tests") return { values: new Map() };
  if (typeof open !== "function") {
    const hint = open?.missing ?? "Grant it to an agent and try it in a run, or use npx openhive skills run.";
    return toolError("unavailable", `${name} needs ${secrets.join(", ")} from the vault.`, hint);
  }
  const opened = await open(secrets, what.kind === "function" ? what.name : "run_skill_script");
  return opened.ok
    ? opened
    : toolError("denied", `${name} needs ${secrets.join(", ")}. ${opened.message}`, opened.hint);
}

function createTriedFiles(given: readonly TriedFile[]): RunFiles & { made(): readonly TriedFile[] } {
  const kept: { readonly reference: ArtifactReference; readonly content: Uint8Array }[] = [];
  const add = (name: string, mediaType: string, content: Uint8Array): ArtifactReference => {
    const artifactId = String(kept.length) as ArtifactId;
    const reference = { artifactId, name, mediaType, size: content.byteLength };
    kept.push({ reference, content });
    return reference;
  };
  for (const { name, content } of given) add(name, "application/octet-stream", content);
  return {
    list: async () => kept.map(({ reference }) => reference),
    read: async (id) => kept[Number(id)]?.content ?? new Uint8Array(),
    keep: async (_context, file) => add(file.name, file.mediaType, file.content),
    made: () => kept.slice(given.length).map(({ reference, content }) => ({ name: reference.name, content })),
  };
}

function createContext(settings: TrySettings, emit: ToolContext["emit"]): ToolContext {
  const agent = agentSchema.parse({
    id: "author",
    name: "Author",
    position: { x: 0, y: 0 },
    limits: { callTimeoutSeconds: settings.timeoutSeconds },
  });
  return {
    scope: { orgId: null, agent, children: [], parent: null, depth: 0, attachments: [], messages: [] },
    runId: "try" as RunId,
    sessionId: "try" as SessionId,
    fence: 0,
    agentId: agent.id as AgentId,
    callId: "try" as CallId,
    signal: settings.signal ?? new AbortController().signal,
    messages: () => [],
    emit,
    checkBudgets: async () => undefined,
  };
}
