import type { Spent } from "../contract/budget.ts";
import { NOTHING_SPENT } from "../contract/budget.ts";
import {
  type BudgetLimit,
  type BudgetState,
  budgetStates,
  isNearlySpent,
  isSpent,
  spentText,
} from "./budgets.ts";
import type { LiveSession } from "./live-session.ts";
import type { SessionStore } from "./ports.ts";

/**
 * Why the agent may not go on: a budget that is spent, in a sentence; undefined when it may. Budgets that come near their
 * end are warned of, each once a run.
 *
 * The run's totals came with the last write, so a run's own budget costs no statement. What agents used is asked for only
 * where one of them, or a line above it, has a budget.
 */
export async function checkBudgets(
  session: LiveSession,
  store: SessionStore,
  agentId: string,
): Promise<string | undefined> {
  const limits = session.claimed.budgets.filter((limit) => limit.agentIds?.has(agentId) ?? true);
  if (limits.length === 0) return undefined;
  const byAgent = limits.some((limit) => limit.agentIds !== null)
    ? await store.spentByAgent(session.claimed.runId)
    : new Map<string, Spent>();
  const states = limits.flatMap((limit) => budgetStates(limit, spentOf(limit, session.news.spent, byAgent)));
  await warn(session, store, states.filter(isNearlySpent));
  const spent = states.find(isSpent);
  return spent && spentText(spent);
}

function spentOf(limit: BudgetLimit, run: Spent, byAgent: ReadonlyMap<string, Spent>): Spent {
  if (limit.agentIds === null) return run;
  let sum = NOTHING_SPENT;
  for (const agentId of limit.agentIds) sum = add(sum, byAgent.get(agentId) ?? NOTHING_SPENT);
  return sum;
}

function add(left: Spent, right: Spent): Spent {
  return {
    tokens: left.tokens + right.tokens,
    cost: left.cost + right.cost,
    toolCalls: left.toolCalls + right.toolCalls,
    seconds: left.seconds + right.seconds,
  };
}

async function warn(
  session: LiveSession,
  store: SessionStore,
  states: readonly BudgetState[],
): Promise<void> {
  for (const { limit, unit, spent, most } of states) {
    const key = `${limit.key}:${unit}`;
    if (session.warned.has(key)) continue;
    session.warned.add(key);
    const { scope, name } = limit;
    await store.warn(session.claimed, key, { type: "budget.warned", scope, name, unit, spent, limit: most });
  }
}
