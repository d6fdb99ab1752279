import {
  BUDGET_UNITS,
  type Budget,
  type BudgetUnit,
  budgetText,
  isEmptyBudget,
  type Spent,
} from "../contract/budget.ts";
import type { OrgDocument } from "../contract/org-document.ts";

/** A budget that counts in a run, and whose spending counts towards it. */
export interface BudgetLimit {
  /** Names it inside its run. */
  readonly key: string;
  readonly scope: "run" | "agent" | "line";
  /** The agent's or the line's name; empty for the run. */
  readonly name: string;
  /** The agents whose sessions count; null counts everybody's. */
  readonly agentIds: ReadonlySet<string> | null;
  readonly budget: Budget;
}

/** One unit of a budget beside what was used of it. */
export interface BudgetState {
  readonly limit: BudgetLimit;
  readonly unit: BudgetUnit;
  readonly spent: number;
  readonly most: number;
}

/** Of each drawing, looked up once: who counts towards a line takes a walk through all lines for everybody below it. */
const drawn = new WeakMap<OrgDocument, readonly BudgetLimit[]>();

/**
 * Every budget of a run: its own, its agents' and its lines'. An agent has one parent, so what was delegated over a line is
 * what the agents below it did.
 */
export function budgetsOf(document: OrgDocument, runBudget: Budget | null): readonly BudgetLimit[] {
  const ofDrawing = drawn.get(document) ?? drawnBudgets(document);
  drawn.set(document, ofDrawing);
  if (!runBudget || isEmptyBudget(runBudget)) return ofDrawing;
  return [{ key: "run", scope: "run", name: "", agentIds: null, budget: runBudget }, ...ofDrawing];
}

function drawnBudgets(document: OrgDocument): readonly BudgetLimit[] {
  const names = new Map(document.agents.map((agent) => [agent.id, agent.name]));
  const limits: BudgetLimit[] = [];
  for (const {
    id,
    name,
    limits: { budget },
  } of document.agents) {
    if (budget && !isEmptyBudget(budget)) {
      limits.push({ key: `agent:${id}`, scope: "agent", name, agentIds: new Set([id]), budget });
    }
  }
  for (const { parentId, childId, budget } of document.lines) {
    if (!budget || isEmptyBudget(budget)) continue;
    const name = `${names.get(parentId) ?? parentId} to ${names.get(childId) ?? childId}`;
    limits.push({
      key: `line:${childId}`,
      scope: "line",
      name,
      agentIds: agentsBelow(document, childId),
      budget,
    });
  }
  return limits;
}

/** The agent and everybody below it. */
function agentsBelow(document: OrgDocument, agentId: string): ReadonlySet<string> {
  const found = new Set([agentId]);
  // A set is walked while it grows; whoever is in it already is not added again, so that a loop ends.
  for (const id of found) {
    for (const line of document.lines) if (line.parentId === id) found.add(line.childId);
  }
  return found;
}

/** The units of a budget, each beside what was used. */
export function budgetStates(limit: BudgetLimit, spent: Spent): readonly BudgetState[] {
  return BUDGET_UNITS.flatMap((unit) => {
    const most = limit.budget[unit];
    return most === undefined ? [] : [{ limit, unit, spent: spent[unit], most }];
  });
}

/**
 * Whether nothing more may begin. Tool calls are counted before they run: as many as the budget says do run, and only the
 * attempt at one more is the end, so that the last of them can still be answered from.
 */
export function isSpent({ unit, spent, most }: BudgetState): boolean {
  return unit === "toolCalls" ? spent > most : spent >= most;
}

/** Where people are warned: at 80 %. */
export function isNearlySpent({ spent, most }: BudgetState): boolean {
  return spent >= most * 0.8;
}

/** What happened, for people and models alike. */
export function spentText({ limit, unit, most }: BudgetState): string {
  const amount = budgetText(unit, most);
  if (limit.scope === "run") return `The run stopped at its budget of ${amount}.`;
  if (limit.scope === "agent") return `${limit.name} stopped at its budget of ${amount} for this run.`;
  return `Work from ${limit.name} stopped at the line's budget of ${amount} for this run.`;
}
