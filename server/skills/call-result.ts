import { z } from "zod";
import type { Json } from "../contract/json.ts";
import { jsonSchema } from "../contract/json-schemas.ts";
import { storableJson } from "../contract/storable.ts";
import {
  type ArtifactReference,
  okText,
  type ToolError,
  type ToolOk,
  type ToolResult,
  toolError,
} from "../contract/tool-result.ts";
import { lastOf } from "../security/child-process/output-buffers.ts";
import type { ProcessOutcome } from "../security/child-process/supervised-process.ts";

const answerSchema = z.union([
  z.object({ ok: z.literal(true), value: jsonSchema }),
  z.object({
    ok: z.literal(false),
    kind: z.enum(["arguments", "load", "raised", "value"]),
    message: z.string(),
    frames: z.array(z.string()),
  }),
]);

/** 128 and the number of SIGXCPU on Linux and macOS. */
const OUT_OF_PROCESSOR_TIME = 152;

function outOfTime(name: string): ToolError {
  return toolError(
    "limit_reached",
    `${name} was stopped: it used up its processor time, which is the agent's time limit of a call.`,
    "Ask for less at once, or have the agent's time limit raised.",
  );
}

/** 128 and SIGKILL: how the supervisor ends when it had to end a call, and what the last line then says. */
const STOPPED = 137;
const STOPPED_BECAUSE = /(?:^|\n)Stopped: (its? [^\n]*)\n$/;

/** What it took too much of, where it was stopped for that. */
function toLimitError(outcome: ProcessOutcome, name: string): ToolError | undefined {
  if (outcome.exitCode === OUT_OF_PROCESSOR_TIME) return outOfTime(name);
  const reason = outcome.exitCode === STOPPED ? STOPPED_BECAUSE.exec(outcome.stderr)?.[1] : undefined;
  if (reason === undefined) return undefined;
  return toolError("limit_reached", `${name} was stopped: ${reason}`, "Ask for less at once.");
}

/** What to do about a package that the skill needs and has not declared; undefined where nothing of it is said. */
function missingPackage(text: string): string | undefined {
  const python = /No module named '(\w+)/.exec(text)?.[1];
  if (python !== undefined)
    return `${python} is not installed. Tell the person who keeps the skill: its package has to be named in requirements.txt.`;
  const node = /Cannot find (?:package|module) '([^'./][^']*)'/.exec(text)?.[1];
  if (node === undefined) return undefined;
  return `${node} is not there. Tell the person who keeps the skill: packages of Node are not installed, its script has to bring them along.`;
}

const MAX_PRINTED = 2_000;

/** The error of a process that did not end by itself; undefined for one that did. */
export function toProcessError(outcome: ProcessOutcome, limitSeconds: number): ToolError | undefined {
  switch (outcome.end) {
    case "exited":
      return undefined;
    case "timed_out":
      return toolError(
        "timed_out",
        `It was stopped at the time limit of ${limitSeconds} s.${printed(outcome)}`,
        "Ask for less at once, or have the agent's time limit raised.",
      );
    case "aborted":
      return toolError("aborted", "The call was stopped before it was finished.");
    case "too_large":
      return toolError(
        "limit_reached",
        "It was stopped because it wrote more than 10 MB.",
        "Have it write to a file, or ask for less.",
      );
    case "not_started":
      return toolError(
        "unavailable",
        "The process could not be started.",
        "Tell the person who runs this server.",
      );
  }
}

/** What a function call came to, read from its answer. */
export function toFunctionResult(outcome: ProcessOutcome, name: string): ToolResult {
  const answer = answerSchema.safeParse(readJson(lastLine(outcome.result)));
  if (!answer.success) {
    const limit = toLimitError(outcome, name);
    if (limit) return limit;
    const how = outcome.exitCode === null ? "" : ` (exit code ${outcome.exitCode})`;
    return toolError("tool_failed", `${name} ended its process without an answer${how}.${printed(outcome)}`);
  }
  if (answer.data.ok) return toValueResult(answer.data.value, name);
  const { kind, message, frames } = answer.data;
  const where = frames.length > 0 ? `\nIn the skill:\n${frames.map((frame) => `  ${frame}`).join("\n")}` : "";
  switch (kind) {
    case "arguments":
      return toolError("invalid_input", message);
    case "load":
      return toolError(
        "tool_failed",
        `The skill's file could not be loaded: ${message}${where}`,
        missingPackage(message),
      );
    case "raised":
      return toolError("tool_failed", `${message}${where}`, missingPackage(message));
    case "value":
      return toolError("tool_failed", message);
  }
}

function toValueResult(returned: Json, name: string): ToolOk {
  const value = storableJson(returned);
  if (value === null) return okText(`${name} is done; it returns nothing.`, null);
  return okText(typeof value === "string" ? value : JSON.stringify(value), value);
}

/** What a script came to: its standard output, or an error with the last it printed. */
export function toScriptResult(outcome: ProcessOutcome, script: string): ToolResult {
  const limit = toLimitError(outcome, script);
  if (limit) return limit;
  if (outcome.exitCode !== 0)
    return toolError(
      "tool_failed",
      `${script} ended with exit code ${outcome.exitCode}.${printed(outcome)}`,
      missingPackage(outcome.stderr),
    );
  return okText(outcome.stdout === "" ? `${script} is done; it printed nothing.` : outcome.stdout);
}

/** Adds the files that a call made, and notes about those that were left out. */
export function withFiles(
  result: ToolOk,
  artifacts: readonly ArtifactReference[],
  notes: readonly string[],
): ToolOk {
  if (artifacts.length === 0 && notes.length === 0) return result;
  return {
    ...result,
    content: [
      ...result.content,
      ...artifacts.map((artifact) => ({ type: "artifact" as const, ...artifact })),
      ...notes.map((text) => ({ type: "text" as const, text })),
    ],
  };
}

/** Lines of progress may stand before the answer. */
function lastLine(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function printed(outcome: ProcessOutcome): string {
  const text = outcome.logs.trim();
  return text === "" ? "" : ` The last it printed:\n${lastOf(text, MAX_PRINTED)}`;
}
