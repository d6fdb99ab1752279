import { refusal, type ToolResult, toolError } from "../contract/tool-result.ts";
import type { AgentGate } from "./tool-gate.ts";

/** The answer to a call of a tool that rules keep from the agent; undefined where no such tool is. */
export function withheldTool(name: string, gate?: Pick<AgentGate, "whyMissing">): ToolResult | undefined {
  const reason = gate?.whyMissing(name);
  if (reason === undefined) return undefined;
  const message = `${name} exists, but you do not have it: ${reason}.`;
  return refusal("rules", toolError("denied", message, "Do without it."));
}
