import type { AgentState } from "@/app/_ui/agent-state.ts";
import type { ToolErrorCode } from "@/server/contract/tool-result.ts";
import type { CallState, CallView } from "./run-view.ts";

/** Icon, colour and word of a call, in the language of states. */
export const callLooks: Readonly<Record<CallState, { readonly state: AgentState; readonly word: string }>> = {
  ready: { state: "queued", word: "Queued" },
  queued: { state: "queued", word: "Queued" },
  running: { state: "calling", word: "Calling a tool" },
  child: { state: "waiting-children", word: "Waiting for agents" },
  person: { state: "waiting-person", word: "Waiting for you" },
  done: { state: "done", word: "Done" },
  failed: { state: "failed", word: "Failed" },
  denied: { state: "stopped", word: "Denied" },
  stopped: { state: "stopped", word: "Stopped" },
};

/** What an error code means to a person. */
export const errorWords: Readonly<Record<ToolErrorCode, string>> = {
  tool_not_found: "No such tool",
  invalid_input: "Arguments do not fit",
  denied: "Denied",
  limit_reached: "Limit reached",
  timed_out: "Took too long",
  aborted: "Stopped",
  outcome_unknown: "Outcome not known",
  unavailable: "Not available",
  tool_failed: "Failed",
};

/** Arguments that say best what a call is about, in this order. */
const TELLING = [
  "assignee",
  "name",
  "skill",
  "question",
  "query",
  "sql",
  "path",
  "file",
  "task",
  "text",
  "url",
];
const LONGEST = 80;

/** A few words on what the call is about, from its arguments; empty when they say nothing short. */
export function callBrief({ input }: Pick<CallView, "input">): string {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return "";
  const values = input as Readonly<Record<string, unknown>>;
  const key =
    TELLING.find((one) => isTelling(values[one])) ??
    Object.keys(values).find((one) => isTelling(values[one]));
  if (key === undefined) return "";
  return String(values[key]).replace(/\s+/g, " ").slice(0, LONGEST);
}

function isTelling(value: unknown): boolean {
  return (typeof value === "string" && value.trim() !== "") || typeof value === "number";
}

const INLINE = 64;

/** Arguments as people read them: a lone text as it is, few as one line, more as indented JSON. */
export function inputText({ input, malformedInput }: Pick<CallView, "input" | "malformedInput">): string {
  if (malformedInput !== null) return malformedInput;
  if (typeof input === "object" && input !== null && !Array.isArray(input)) {
    const entries = Object.entries(input);
    const [only] = entries;
    if (!only) return "No arguments";
    if (entries.length === 1 && typeof only[1] === "string") return only[1];
  }
  const indented = JSON.stringify(input, null, 2) ?? "";
  const line = indented.replace(/\n\s*/g, " ");
  return line.length <= INLINE ? line : (fieldLines(input) ?? indented);
}

/** "key: value" lines for an object that holds nothing but plain values; undefined for anything deeper. */
function fieldLines(input: CallView["input"]): string | undefined {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
  const entries = Object.entries(input);
  if (entries.some(([, value]) => typeof value === "object" && value !== null)) return undefined;
  return entries.map(([key, value]) => `${key}: ${String(value)}`).join("\n");
}

/** A result that is JSON is indented; anything else stays as it came. */
export function readableText(text: string): string {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed) || trimmed.length > 200_000) return text;
  try {
    return JSON.stringify(JSON.parse(trimmed), null, 2);
  } catch {
    return text;
  }
}
