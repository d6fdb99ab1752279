/** One step on the way of a tool to an agent, in the order in which the steps are taken. */
export interface VerdictStep {
  /** Stable name for programs: `toolbox`, `availability`, `global-profile`, `agent-allow`, `global-deny` ... */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** `passed`: it stays as it was. `skipped`: the step has no rule. */
  readonly outcome: "passed" | "removed" | "returned" | "skipped";
  /** What the rule says about this tool, in a sentence without a full stop. */
  readonly reason: string;
}

/** Whether an agent may call a tool, and what decided it. */
export interface ToolVerdict {
  readonly isAllowed: boolean;
  /** The step that decided: the last that removed or returned it, else the one that granted it. */
  readonly decidedBy: VerdictStep;
  readonly steps: readonly VerdictStep[];
}

/** The same with the tool and the agent it is about. */
export interface ToolExplanation extends ToolVerdict {
  readonly agentId: string;
  readonly agentName: string;
  readonly tool: string;
  /** `offered`: something offers it to this agent. `planned`: named, not built yet. `unknown`: nothing has this name. */
  readonly existence: "offered" | "planned" | "unknown";
}

/** What is asked about an agent: one tool, in a run that was started with these tools alone; absent: with all. */
export interface ToolQuestion {
  readonly tool: string;
  readonly request?: readonly string[] | undefined;
}
