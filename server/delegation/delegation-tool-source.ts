import { z } from "zod";
import type { AgentId } from "../contract/ids.ts";
import type { Agent } from "../contract/org-document.ts";
import { okText, type ToolResult, toolError } from "../contract/tool-result.ts";
import { defineTool } from "../engine/define-tool.ts";
import {
  type AgentScope,
  type BoundTool,
  NO_FLAGS,
  type ToolContext,
  type ToolSource,
} from "../engine/tool.ts";
import { zodInput } from "../engine/zod-input.ts";
import { toAssignees } from "./assignees.ts";
import type { ChildSession, DelegationBook } from "./delegation-book.ts";
import { refuseDelegation } from "./delegation-limits.ts";

const origin = { kind: "delegation", id: "delegation" } as const;
const groups = ["delegation", "openhive", "goclaw"];
/** A second dispatch finds the sessions that the first one opened: that is how the parent resumes. */
const flags = { ...NO_FLAGS, concurrencySafe: true, idempotent: true };

/**
 * The agents below, as tools: `delegate_to` and `delegate_parallel`, with exactly the direct children on the canvas as
 * the choice of assignees. An agent without children has neither.
 */
export function createDelegationToolSource(book: DelegationBook): ToolSource {
  const made = new WeakMap<Agent, MadeTools>();
  return {
    kind: "delegation",
    isAlwaysIncluded: true,
    async list(scope) {
      if (scope.children.length === 0) return [];
      const known = made.get(scope.agent);
      if (known && isSame(known.children, scope.children)) return known.tools;
      const tools = [delegateTo(scope, book), delegateParallel(scope, book)];
      made.set(scope.agent, { children: scope.children, tools });
      return tools;
    },
  };
}

/** The tools of an agent of one version of an org: made once, with their schemas, for all its sessions and turns. */
interface MadeTools {
  readonly children: readonly Agent[];
  readonly tools: readonly BoundTool[];
}

function isSame(left: readonly Agent[], right: readonly Agent[]): boolean {
  return left.length === right.length && left.every((child, index) => child === right[index]);
}

function delegateTo(scope: AgentScope, book: DelegationBook): BoundTool {
  const assignees = toAssignees(scope.children);
  return defineTool({
    name: "delegate_to",
    description:
      "Give one task to an agent who reports to you and get their answer back. They see only the task, nothing of this conversation.",
    inputSchema: zodInput(z.object({ assignee: assigneeEnum(assignees), task: taskText() })),
    origin,
    groups,
    flags,
    changes: "children",
    timeoutMs: null,
    execute: ({ assignee, task }, context) =>
      delegate({ name: "delegate_to", assignees, book, context }, assignee, [task]),
  });
}

function delegateParallel(scope: AgentScope, book: DelegationBook): BoundTool {
  const assignees = toAssignees(scope.children);
  const most = Math.max(2, scope.agent.limits.maxParallel);
  return defineTool({
    name: "delegate_parallel",
    description: `Give 2 to ${most} independent tasks of one kind to the same agent, who works on them side by side; you get all answers back together.`,
    inputSchema: zodInput(
      z.object({ assignee: assigneeEnum(assignees), tasks: z.array(taskText()).min(2).max(most) }),
    ),
    origin,
    groups,
    flags,
    changes: "children",
    timeoutMs: null,
    execute: ({ assignee, tasks }, context) =>
      delegate({ name: "delegate_parallel", assignees, book, context }, assignee, tasks),
  });
}

function assigneeEnum(assignees: ReadonlyMap<string, Agent>): z.ZodEnum<Record<string, string>> {
  return z.enum([...assignees.keys()]).describe("Who does it");
}

function taskText(): z.ZodString {
  return z
    .string()
    .trim()
    .min(1)
    .max(50_000)
    .describe("The whole task: goal, facts, file names, form of the answer");
}

interface Delegation {
  /** Of the tool. */
  readonly name: string;
  readonly assignees: ReadonlyMap<string, Agent>;
  readonly book: DelegationBook;
  readonly context: ToolContext;
}

async function delegate(
  { name, assignees, book, context }: Delegation,
  assignee: string,
  tasks: readonly string[],
): Promise<ToolResult> {
  const children = context.isNew ? [] : await book.childrenOf(context.sessionId, context.callId);
  if (children.length > 0) return toResult(children);
  const agent = assignees.get(assignee);
  if (!agent) return toolError("invalid_input", `${assignee} does not report to you.`);
  const refusal = refuseDelegation(
    context.scope,
    { callId: context.callId, assignee, tasks },
    context.messages(),
  );
  if (refusal) {
    context.emit({ type: "breaker.tripped", callId: context.callId, name, reason: refusal.message });
    return refusal;
  }
  const spent = await context.checkBudgets(agent.id);
  if (spent !== undefined) {
    return toolError("limit_reached", spent, "Do the work yourself, or answer with what you have.");
  }
  const opens = tasks.map((task) => ({ agentId: agent.id as AgentId, agentName: agent.name, task }));
  return { status: "pending", waitingFor: "children", opens };
}

function toResult(children: readonly ChildSession[]): ToolResult {
  if (children.some((child) => child.outcome === null)) return { status: "pending", waitingFor: "children" };
  const [only] = children;
  if (children.length === 1 && only) {
    return only.outcome === "completed"
      ? okText(withReports(only, only.answer))
      : toolError("tool_failed", withReports(only, failureText(only)));
  }
  const parts = children.map(
    (child) =>
      `## Task ${child.index + 1}\n\n${withReports(child, child.outcome === "completed" ? child.answer : failureText(child))}`,
  );
  if (children.every((child) => child.outcome !== "completed"))
    return toolError("tool_failed", parts.join("\n\n"));
  return okText(parts.join("\n\n"));
}

/** What the child reported stands before what came of it. */
function withReports({ reports = [] }: ChildSession, outcome: string): string {
  if (reports.length === 0) return outcome;
  return ["Reported on the way:", ...reports.map((text) => `- ${text}`), "", outcome].join("\n");
}

function failureText(child: ChildSession): string {
  const reason = child.error ?? "gave no reason";
  return child.outcome === "cancelled"
    ? `${child.agentName} was stopped by a person before it had an answer.`
    : `${child.agentName} did not finish: ${reason}`;
}
