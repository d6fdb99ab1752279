import type { Budget } from "./budget.ts";
import type { OrgProblem } from "./org-graph.ts";

/** What of an org would run, and with how much. */
export interface XrayScope {
  readonly budget?: Budget | undefined;
  /** The agent that would get the task; absent: the lead. */
  readonly agentId?: string | undefined;
}

/**
 * What an org could do at worst under the limits that are drawn, before anything is spent. Numbers are upper bounds: a run
 * stays below them, mostly far below.
 */
export interface OrgXray {
  /** What is wrong with the drawing, with what it refers to, and rights that grow on the way down. */
  readonly problems: readonly OrgProblem[];
  /** Names from the lead down the longest chain of delegations that the limits allow. */
  readonly deepest: readonly string[];
  /** Sessions at work at the same time. */
  readonly widest: number;
  /** Sessions in one run. */
  readonly sessions: number;
  /** Turns of all sessions, and the summaries that keep them within their models' contexts. */
  readonly modelCalls: number;
  readonly cost: XrayCost;
  /** In drawing order; agents that cannot be reached have no sessions. */
  readonly agents: readonly AgentXray[];
}

export interface XrayCost {
  /** US dollars, every model call with a full context and a long answer; null where no model has a known price. */
  readonly dollars: number | null;
  /** Whether a budget, and not the limits of turns and delegations, is what holds it down. */
  readonly isBudgeted: boolean;
  /** Models whose price is not known: what they cost comes on top. */
  readonly unpriced: readonly string[];
  /** The day on which the prices were compared with the vendors' lists. */
  readonly pricesAsOf: string;
}

export interface AgentXray {
  readonly agentId: string;
  readonly name: string;
  /** Below the lead, which is 0. */
  readonly depth: number;
  readonly sessions: number;
  readonly modelCalls: number;
  /** Before budgets; null where the price is not known. */
  readonly dollars: number | null;
}
