import { addUsage, NO_USAGE, type Usage } from "@/server/contract/usage.ts";
import type { RunView, SessionView } from "../[runId]/_run/view/run-view.ts";
import { criticalPath } from "./critical-path.ts";

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

export interface RunFigures {
  readonly milliseconds: number;
  readonly criticalMs: number;
  readonly usage: Usage;
  readonly turns: number;
  readonly toolCalls: number;
  readonly failedCalls: number;
  readonly delegations: number;
  readonly sessions: number;
  readonly questions: number;
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
export function compareRuns(left: RunView, right: RunView): RunComparison {
  return {
    left: figuresOf(left),
    right: figuresOf(right),
    delegations: pairUp(delegationsOf(left), delegationsOf(right)),
    tools: pairTools(toolsOf(left), toolsOf(right)),
    agents: pairAgents(agentsOf(left), agentsOf(right)),
  };
}

function sessionsOf(view: RunView): readonly SessionView[] {
  return view.order.map((id) => view.sessions[id]).filter((session) => session !== undefined);
}

function figuresOf(view: RunView): RunFigures {
  const sessions = sessionsOf(view);
  const tools = [...toolsOf(view).values()];
  const begin = view.startedAt ?? 0;
  return {
    milliseconds: Math.max(0, (view.finishedAt ?? view.lastAt) - begin),
    criticalMs: criticalPath(view).reduce((sum, step) => sum + step.to - step.from, 0),
    usage: view.usage,
    turns: sessions.reduce((sum, session) => sum + session.turns.length, 0),
    toolCalls: view.toolCalls,
    failedCalls: tools.reduce((sum, tool) => sum + tool.failed, 0),
    delegations: Object.values(view.lines).reduce((sum, line) => sum + line.down, 0),
    sessions: sessions.length,
    questions: view.questions.length,
  };
}

function delegationsOf(view: RunView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const session of sessionsOf(view)) {
    const parent = session.parentSessionId === null ? undefined : view.sessions[session.parentSessionId];
    if (!parent) continue;
    const name = `${parent.agentName} to ${session.agentName}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

interface ToolCount {
  readonly calls: number;
  readonly failed: number;
}

function toolsOf(view: RunView): ReadonlyMap<string, ToolCount> {
  const counts = new Map<string, ToolCount>();
  for (const session of sessionsOf(view)) {
    for (const call of Object.values(session.calls)) {
      const { calls, failed } = counts.get(call.name) ?? { calls: 0, failed: 0 };
      counts.set(call.name, { calls: calls + 1, failed: failed + (call.result?.status === "error" ? 1 : 0) });
    }
  }
  return counts;
}

interface AgentCount {
  readonly sessions: number;
  readonly turns: number;
  readonly usage: Usage;
}

function agentsOf(view: RunView): ReadonlyMap<string, AgentCount> {
  const counts = new Map<string, AgentCount>();
  for (const session of sessionsOf(view)) {
    const before = counts.get(session.agentName) ?? { sessions: 0, turns: 0, usage: NO_USAGE };
    counts.set(session.agentName, {
      sessions: before.sessions + 1,
      turns: before.turns + session.turns.length,
      usage: addUsage(before.usage, session.usage),
    });
  }
  return counts;
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
