import { NO_USAGE } from "@/server/contract/usage.ts";
import type { AgentCount, RunDigest, RunFigures, ToolCount } from "./digest-run.ts";

/** One thing in both runs; 0 where a run has none of it. */
export interface Pair {
  readonly left: number;
  readonly right: number;
}

export interface NamedPair extends Pair {
  readonly name: string;
  /** Calls that failed. */
  readonly failed?: Pair;
}

export interface AgentPair {
  readonly name: string;
  readonly sessions: Pair;
  readonly turns: Pair;
  readonly tokens: Pair;
  /** Null where a price is not known. */
  readonly cost: { readonly left: number | null; readonly right: number | null };
}

export interface RunComparison {
  readonly left: RunFigures;
  readonly right: RunFigures;
  /** "Lead to Analyst", by how often. */
  readonly delegations: readonly NamedPair[];
  readonly tools: readonly NamedPair[];
  readonly agents: readonly AgentPair[];
}

/** Two runs side by side, from what their events tell. */
export function compareRuns(left: RunDigest, right: RunDigest): RunComparison {
  return {
    left: left.figures,
    right: right.figures,
    delegations: pairUp(left.delegations, right.delegations),
    tools: pairTools(left.tools, right.tools),
    agents: pairAgents(left.agents, right.agents),
  };
}

function namesOf(left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>): readonly string[] {
  return [...new Set([...left.keys(), ...right.keys()])];
}

/** Most used first; equal ones by name. */
function byUse(pairs: readonly NamedPair[]): readonly NamedPair[] {
  return pairs.toSorted(
    (one, other) =>
      Math.max(other.left, other.right) - Math.max(one.left, one.right) || one.name.localeCompare(other.name),
  );
}

function pairUp(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): readonly NamedPair[] {
  return byUse(
    namesOf(left, right).map((name) => ({ name, left: left.get(name) ?? 0, right: right.get(name) ?? 0 })),
  );
}

function pairTools(
  left: ReadonlyMap<string, ToolCount>,
  right: ReadonlyMap<string, ToolCount>,
): readonly NamedPair[] {
  const none: ToolCount = { calls: 0, failed: 0 };
  return byUse(
    namesOf(left, right).map((name) => {
      const [one, other] = [left.get(name) ?? none, right.get(name) ?? none];
      return {
        name,
        left: one.calls,
        right: other.calls,
        failed: { left: one.failed, right: other.failed },
      };
    }),
  );
}

function pairAgents(
  left: ReadonlyMap<string, AgentCount>,
  right: ReadonlyMap<string, AgentCount>,
): readonly AgentPair[] {
  const none: AgentCount = { sessions: 0, turns: 0, usage: NO_USAGE };
  return namesOf(left, right).map((name) => {
    const [one, other] = [left.get(name) ?? none, right.get(name) ?? none];
    const tokens = ({ usage }: AgentCount) => usage.inputTokens + usage.outputTokens;
    return {
      name,
      sessions: { left: one.sessions, right: other.sessions },
      turns: { left: one.turns, right: other.turns },
      tokens: { left: tokens(one), right: tokens(other) },
      cost: { left: one.usage.cost, right: other.usage.cost },
    };
  });
}
