import type { AgentScope, BoundTool } from "./tool.ts";

/** Whether an agent may call a tool, and if not, why, in words for the model. */
export interface GateAnswer {
  readonly isAllowed: boolean;
  readonly reason: string;
}

/** The rules about one agent's tools as they stood when it was asked for. */
export interface AgentGate {
  /** Names that the agent's toolboxes list, `*` left out: sources that give tools by name alone read them. */
  readonly names: ReadonlySet<string>;
  /** Costs nothing the second time. */
  judge(tool: BoundTool): GateAnswer;
  /** Why the agent has no tool of this name although there is one; undefined where nobody has it. */
  whyMissing(name: string): string | undefined;
}

/** Who may call what. Asked where tools are listed and again where they are called. */
export interface ToolGates {
  /**
   * The gate of the agent now. The same one while neither the rules nor the scope's agent and place changed. Reads nothing from
   * outside but, now and then, whether the rules changed.
   */
  gateFor(scope: AgentScope): Promise<AgentGate>;
}
