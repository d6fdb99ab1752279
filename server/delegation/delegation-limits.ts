import type { CallId } from "../contract/ids.ts";
import type { Message, ToolCall } from "../contract/message.ts";
import { type ToolError, type ToolErrorCode, toolError } from "../contract/tool-result.ts";
import type { AgentScope } from "../engine/tool.ts";

const DELEGATING = new Set(["delegate_to", "delegate_parallel"]);

/** Errors of calls that never began. Children that were opened and failed are another one. */
const REFUSALS: ReadonlySet<ToolErrorCode> = new Set([
  "tool_not_found",
  "invalid_input",
  "denied",
  "limit_reached",
  "unavailable",
]);

/** Why this delegation may not happen under the agent's limits; undefined when it may. */
export function refuseDelegation(
  scope: AgentScope,
  call: { readonly callId: CallId; readonly assignee: string; readonly tasks: readonly string[] },
  messages: readonly Message[],
): ToolError | undefined {
  const { maxDepth, maxDelegationsPerChild } = scope.agent.limits;
  if (isHandedDownUnchanged(scope, call.tasks, messages)) {
    return toolError(
      "limit_reached",
      "This is the very task you were given yourself: handing it on unchanged only costs.",
      "Do it yourself, or split it into smaller tasks.",
    );
  }
  if (scope.depth + 1 > maxDepth) {
    return toolError(
      "limit_reached",
      `The depth limit of ${maxDepth} is reached: nobody below can be called.`,
      "Do the work yourself.",
    );
  }
  const before = countBefore(messages, call);
  if (before + call.tasks.length > maxDelegationsPerChild) {
    return toolError(
      "limit_reached",
      `${call.assignee} may be given ${maxDelegationsPerChild} tasks in this session; ${before} were given before this call.`,
      "Work with the answers you have.",
    );
  }
  return undefined;
}

/** Tasks given to the assignee by calls before this one, in the model's order. Calls that were refused gave none. */
function countBefore(
  messages: readonly Message[],
  call: { readonly callId: CallId; readonly assignee: string },
): number {
  const refused = refusedCalls(messages);
  let count = 0;
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const earlier of message.calls) {
      if (earlier.callId === call.callId) return count;
      if (!refused.has(earlier.callId)) count += tasksFor(earlier, call.assignee);
    }
  }
  return count;
}

function refusedCalls(messages: readonly Message[]): ReadonlySet<CallId> {
  const refused = new Set<CallId>();
  for (const message of messages) {
    if (message.role !== "tool" || message.result.status !== "error") continue;
    if (REFUSALS.has(message.result.code)) refused.add(message.callId);
  }
  return refused;
}

function tasksFor(call: ToolCall, assignee: string): number {
  if (!DELEGATING.has(call.name) || !isRecord(call.input) || call.input["assignee"] !== assignee) return 0;
  const tasks = call.input["tasks"];
  return Array.isArray(tasks) ? tasks.length : 1;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A lead may pass its task to someone fit for it; whoever got it by delegation may not pass the same words on. */
function isHandedDownUnchanged(
  scope: AgentScope,
  tasks: readonly string[],
  messages: readonly Message[],
): boolean {
  const given = messages[0];
  if (scope.depth === 0 || given?.role !== "user") return false;
  return tasks.some((task) => toWords(task) === toWords(given.text));
}

function toWords(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").toLowerCase();
}
