import type { AgentId, CallId, OrgId, RunId, SessionId } from "../contract/ids.ts";
import type { Json } from "../contract/json.ts";
import type { Message } from "../contract/message.ts";
import { type AgentLimits, agentSchema } from "../contract/org-document.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import type { ToolResult } from "../contract/tool-result.ts";
import type { AgentScope, BoundTool, ToolContext } from "../engine/tool.ts";

export interface ToolBenchOptions {
  readonly orgId?: OrgId | null;
  readonly limits?: Partial<AgentLimits>;
  readonly sessionId?: string;
  /** Where the agent stands; absent: a lead with nobody below it. */
  readonly place?: Partial<Pick<AgentScope, "children" | "depth">>;
  /** The transcript that the session begins with. */
  readonly messages?: readonly Message[];
}

/** Calls the tools of one built-in family as a session would, with a transcript that grows call by call. */
export async function createToolBench(
  family: (scope: AgentScope) => Promise<readonly BoundTool[]>,
  options: ToolBenchOptions = {},
) {
  const messages: Message[] = [...(options.messages ?? [])];
  const events: RunEventBody[] = [];
  const scope: AgentScope = {
    orgId: options.orgId === undefined ? ("00000000-0000-4000-8000-000000000001" as OrgId) : options.orgId,
    agent: agentSchema.parse({
      id: "lead",
      name: "Lead",
      position: { x: 0, y: 0 },
      limits: options.limits ?? {},
    }),
    children: [],
    parent: null,
    depth: 0,
    attachments: [],
    messages,
    ...options.place,
  };
  const tools = await family(scope);
  const toContext = (callId: CallId): ToolContext => ({
    scope,
    runId: "run" as RunId,
    sessionId: (options.sessionId ?? "session") as SessionId,
    fence: 1,
    agentId: "lead" as AgentId,
    callId,
    signal: new AbortController().signal,
    messages: () => messages,
    emit: (event) => void events.push(event),
    checkBudgets: async () => undefined,
  });

  /** Dispatches a call that the transcript has already, as after a restart. */
  async function dispatch(name: string, input: Json, callId: CallId): Promise<ToolResult> {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}`);
    const bound = tool.bind(input);
    const result: ToolResult = bound.ok
      ? await bound.value(toContext(callId))
      : { status: "error", code: "invalid_input", message: bound.message };
    if (result.status !== "pending") messages.push({ role: "tool", callId, name, result });
    return result;
  }

  return {
    tools,
    events,
    messages,
    dispatch,
    call(name: string, input: Json = {}): Promise<ToolResult> {
      const callId = `call-${messages.length}` as CallId;
      messages.push({ role: "assistant", text: "", calls: [{ callId, name, input }] });
      return dispatch(name, input, callId);
    },
  };
}
