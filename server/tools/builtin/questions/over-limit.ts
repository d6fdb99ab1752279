import { type ToolResult, toolError } from "../../../contract/tool-result.ts";
import type { ToolContext } from "../../../engine/tool.ts";
import { countAskedBefore } from "./asked-before.ts";

const GO_ON = "Decide yourself with what you know and say in your answer what you assumed.";

/** Why the agent may not ask this many questions more; undefined when it may. */
export function overLimit(wanted: number, context: ToolContext): ToolResult | undefined {
  const limit = context.scope.agent.limits.maxQuestions;
  if (limit === 0)
    return toolError("limit_reached", "This agent is set up to ask people no questions.", GO_ON);
  const used = countAskedBefore(context.messages(), context.callId);
  if (used + wanted <= limit) return undefined;
  const left = Math.max(0, limit - used);
  return toolError(
    "limit_reached",
    `${wanted} more would pass the limit of ${limit} questions a session (${used} asked). Nothing was asked.`,
    left === 0 ? GO_ON : `You can still ask ${left}: keep the most important.`,
  );
}
