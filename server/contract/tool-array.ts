import type { JsonSchema } from "./json.ts";
import type { VerdictStep } from "./tool-verdict.ts";

/** How a tool behaves. Says nothing about who may call it. */
export interface ToolTraits {
  readonly readOnly: boolean;
  readonly concurrencySafe: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
}

/** Where a tool comes from: shown to people and matched by rules, never branched on by shared code. */
export interface ToolOrigin {
  /** builtin, skill, mcp, delegation. */
  readonly kind: string;
  /** The family, skill or server. */
  readonly id: string;
}

/** What a tool's maker says that its calls do. It is a claim: nothing is allowed for it. */
export type SaidEffect = "reads" | "changes";

/** One entry of the flat tool array, exactly as the model gets it, plus what is known of where it comes from. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly origin: ToolOrigin;
  /** Absent where its maker says nothing. */
  readonly saidEffect?: SaidEffect;
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
  /** A rule keeps it from the agent: `reason` says which. */
  readonly isRefused: boolean;
  readonly flags: ToolTraits;
  /** The rules that had a say, in order. */
  readonly steps: readonly VerdictStep[];
}
