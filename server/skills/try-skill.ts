import type { AgentId, ArtifactId, CallId, RunId, SessionId } from "../contract/ids.ts";
import type { JsonObject } from "../contract/json.ts";
import { agentSchema } from "../contract/org-document.ts";
import { type ArtifactReference, type ToolOk, type ToolResult, toolError } from "../contract/tool-result.ts";
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
  /** Files that it made or changed. */
  readonly made: readonly TriedFile[];
}

/** What a function returned or a script printed, without the files that it made. */
export function answerText({ content }: ToolOk): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

export interface TryOptions extends Omit<SkillRunnerOptions, "gate" | "files"> {
  /** The server's, so that tries wait their turn with the calls of agents; else a try waits for nothing. */
  readonly gate?: Gate;
}

/**
 * Runs a function or a script of a skill as an agent's call would, with files in memory and without a vault: a skill that
 * declares secrets is not run, its unit tests are. Never rejects.
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
  const context = createContext(settings, (event) => {
    if (event.type !== "skill.finished") return;
    logs = event.logs;
    durationMs = event.durationMs;
  });
  const run = async (): Promise<ToolResult> => {
    if (skill.secrets.length > 0 && what.kind !== "tests") return withoutVault(skill);
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
  return { result, logs, durationMs, made: files.made() };
}

function withoutVault({ name, secrets }: SkillRecord): ToolResult {
  return toolError(
    "unavailable",
    `${name} needs ${secrets.join(", ")} from the vault, which a try does not open.`,
    "Grant it to an agent and try it in a run.",
  );
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
