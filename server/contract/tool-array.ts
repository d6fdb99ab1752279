import type { JsonSchema } from "./json.ts";

/** Where a tool comes from: shown to people and matched by rules, never branched on by shared code. */
export interface ToolOrigin {
  /** builtin, skill, mcp, delegation. */
  readonly kind: string;
  /** The family, skill or server. */
  readonly id: string;
}

/** One entry of the flat tool array, exactly as the model gets it, plus its origin for people. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly origin: ToolOrigin;
}

/** An entry of the array in the inspector: why it is there and what it costs. */
export interface EffectiveTool extends ListedTool {
  /** "Always granted", "Skill csv-figures, once activated", "Granted here", ... */
  readonly reason: string;
  /** Estimated tokens a turn. */
  readonly tokens: number;
  /** False when the agent's settings switch it off: shown, not sent. */
  readonly isEnabled: boolean;
  /** False until the skill is activated. */
  readonly isSentFromStart: boolean;
  /** True when the agent cannot switch it off. */
  readonly isLocked: boolean;
}
