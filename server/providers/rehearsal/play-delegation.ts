import type { Json } from "../../contract/json.ts";
import type { PastCall, Situation } from "./read-situation.ts";
import type { PlannedCall, RehearsalTool, RehearsalTurn } from "./rehearsal-prompt.ts";
import { type Report, roleOfChild, writeBrief } from "./write-brief.ts";

/** Roles that work on what others found: they come second. */
const finishing = /\b(?:writ|edit|review|proof|summar|critic|check|compos|report)/i;

/** Delegations in one turn. */
const AT_ONCE = 16;

/** A child's outcome as the parent sees it. */
export interface ChildReport extends Report {
  readonly isError: boolean;
}

/** The agents that may be delegated to: the enum of the tool. */
export function assigneesOf({ tools }: Situation): readonly string[] {
  const tool =
    tools.find(({ name }) => name === "delegate_to") ??
    tools.find(({ name }) => name === "delegate_parallel");
  return tool ? (enumOf(tool)?.values ?? []) : [];
}

/** Hands the task to every child, all in one turn; those who finish others' work get the results along. */
export function playDelegation(situation: Situation): RehearsalTurn | undefined {
  const waiting = assigneesOf(situation).filter(
    (child) => !reportsOf(situation).some(({ name }) => name === child),
  );
  if (waiting.length === 0) return undefined;
  const finishers = waiting.filter((child) =>
    finishing.test(`${child} ${roleOfChild(child, situation) ?? ""}`),
  );
  const others = waiting.filter((child) => !finishers.includes(child));
  const next = (others.length > 0 ? others : finishers).slice(0, AT_ONCE);
  const results = others.length > 0 ? [] : reportsOf(situation).filter(({ isError }) => !isError);
  const calls = next.flatMap((child) => delegate(child, writeBrief(child, situation, results), situation));
  return calls.length > 0 ? { text: `I hand the task to ${listOf(next)}.`, calls } : undefined;
}

/** What came back from each child that was delegated to, in calling order. */
export function reportsOf({ past, tools }: Situation): readonly ChildReport[] {
  const property = assigneeProperty(tools);
  return past
    .filter(({ name }) => name === "delegate_to" || name === "delegate_parallel")
    .map((call) => ({ name: assigneeOf(call, property), text: call.text.trim(), isError: call.isError }));
}

function delegate(child: string, brief: string, { tools }: Situation): readonly PlannedCall[] {
  const single = tools.find(({ name }) => name === "delegate_to");
  if (single)
    return [
      {
        name: single.name,
        input: { [enumOf(single)?.property ?? "assignee"]: child, [textProperty(single)]: brief },
      },
    ];
  const parallel = tools.find(({ name }) => name === "delegate_parallel");
  if (!parallel) return [];
  const tasks: Json = [`${brief}\n\nGive the results.`, `${brief}\n\nSay what is missing or doubtful.`];
  return [{ name: parallel.name, input: { [enumOf(parallel)?.property ?? "assignee"]: child, tasks } }];
}

function assigneeProperty(tools: readonly RehearsalTool[]): string {
  const tool = tools.find(({ name }) => name === "delegate_to" || name === "delegate_parallel");
  return (tool && enumOf(tool)?.property) ?? "assignee";
}

function assigneeOf({ input }: PastCall, property: string): string {
  const value =
    typeof input === "object" && input !== null && !Array.isArray(input)
      ? (input as { [key: string]: Json })[property]
      : undefined;
  return typeof value === "string" ? value : "a colleague";
}

function enumOf({
  inputSchema,
}: RehearsalTool): { readonly property: string; readonly values: readonly string[] } | undefined {
  const properties = (inputSchema["properties"] ?? {}) as Record<
    string,
    { readonly enum?: unknown; readonly const?: unknown }
  >;
  const names = Object.keys(properties).toSorted(
    (left, right) => Number(right === "assignee") - Number(left === "assignee"),
  );
  for (const property of names) {
    const { enum: list, const: only } = properties[property] ?? {};
    const values = Array.isArray(list) ? list : typeof only === "string" ? [only] : [];
    if (values.length > 0)
      return { property, values: values.filter((value): value is string => typeof value === "string") };
  }
  return undefined;
}

/** The property that takes the brief: `task`, or the first required string. */
function textProperty({ inputSchema }: RehearsalTool): string {
  const properties = (inputSchema["properties"] ?? {}) as Record<
    string,
    { readonly type?: unknown; readonly enum?: unknown }
  >;
  if ("task" in properties) return "task";
  return (
    Object.keys(properties).find((name) => properties[name]?.type === "string" && !properties[name]?.enum) ??
    "task"
  );
}

function listOf(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
