import type { LastingGrant } from "./approval.ts";
import type { EffectiveTool } from "./tool-array.ts";

/** One tool of an agent, as somebody reads it who decides about a call. */
export type RightTool = Pick<
  EffectiveTool,
  "name" | "origin" | "reason" | "isEnabled" | "isRefused" | "isSentFromStart" | "flags" | "steps"
>;

/** A reporting line over which work came to an agent, and what it lets through. */
export interface PassedLine {
  readonly parentName: string;
  readonly childName: string;
  /** Names and groups of tools; null where every tool passes. */
  readonly tools: readonly string[] | null;
}

/** What an agent of a run may do by the rules that hold now, and why: its version's drawing, the run's own request, what was allowed for good. */
export interface AgentRights {
  readonly agentName: string;
  /** Refused and switched-off ones too. */
  readonly tools: readonly RightTool[];
  /** From the top of the org down to the agent, also where the run began below. */
  readonly lines: readonly PassedLine[];
  /** What the run's request allows; null: everything. */
  readonly request: readonly string[] | null;
  readonly grants: readonly LastingGrant[];
}
