import { addUsage, NO_USAGE, type Usage } from "@/server/contract/usage.ts";
import { allCalls } from "../[runId]/_run/view/call-book.ts";
import type { RunView, SessionView } from "../[runId]/_run/view/run-view.ts";
import { type CriticalStep, criticalPath } from "./critical-path.ts";

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

export interface ToolCount {
  readonly calls: number;
  readonly failed: number;
}

export interface AgentCount {
  readonly sessions: number;
  readonly turns: number;
  readonly usage: Usage;
}

/** What is compared of one run. */
export interface RunDigest {
  readonly figures: RunFigures;
  readonly path: readonly CriticalStep[];
  /** "Lead to Analyst", how often. */
  readonly delegations: ReadonlyMap<string, number>;
  readonly tools: ReadonlyMap<string, ToolCount>;
  readonly agents: ReadonlyMap<string, AgentCount>;
}

/** Reads everything once that a comparison needs of a run, so that only the run that went on is read again. */
export function digestRun(view: RunView): RunDigest {
  const sessions = sessionsOf(view);
  const path = criticalPath(view);
  const tools = toolsOf(sessions);
  return {
    figures: figuresOf({ view, sessions, path, tools }),
    path,
    delegations: delegationsOf(view, sessions),
    tools,
    agents: agentsOf(sessions),
  };
}

function sessionsOf(view: RunView): readonly SessionView[] {
  return view.order.map((id) => view.sessions[id]).filter((session) => session !== undefined);
}

interface Read extends Pick<RunDigest, "path" | "tools"> {
  readonly view: RunView;
  readonly sessions: readonly SessionView[];
}

function figuresOf({ view, sessions, path, tools }: Read): RunFigures {
  const begin = view.startedAt ?? 0;
  return {
    milliseconds: Math.max(0, (view.finishedAt ?? view.lastAt) - begin),
    criticalMs: path.reduce((sum, step) => sum + step.to - step.from, 0),
    usage: view.usage,
    turns: sessions.reduce((sum, session) => sum + session.turns.length, 0),
    toolCalls: view.toolCalls,
    failedCalls: [...tools.values()].reduce((sum, tool) => sum + tool.failed, 0),
    delegations: Object.values(view.lines).reduce((sum, line) => sum + line.down, 0),
    sessions: sessions.length,
    questions: view.questions.length,
  };
}

function delegationsOf(view: RunView, sessions: readonly SessionView[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const session of sessions) {
    const parent = session.parentSessionId === null ? undefined : view.sessions[session.parentSessionId];
    if (!parent) continue;
    const name = `${parent.agentName} to ${session.agentName}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function toolsOf(sessions: readonly SessionView[]): ReadonlyMap<string, ToolCount> {
  const counts = new Map<string, ToolCount>();
  for (const session of sessions) {
    for (const call of allCalls(session)) {
      const { calls, failed } = counts.get(call.name) ?? { calls: 0, failed: 0 };
      counts.set(call.name, { calls: calls + 1, failed: failed + (call.result?.status === "error" ? 1 : 0) });
    }
  }
  return counts;
}

function agentsOf(sessions: readonly SessionView[]): ReadonlyMap<string, AgentCount> {
  const counts = new Map<string, AgentCount>();
  for (const session of sessions) {
    const before = counts.get(session.agentName) ?? { sessions: 0, turns: 0, usage: NO_USAGE };
    counts.set(session.agentName, {
      sessions: before.sessions + 1,
      turns: before.turns + session.turns.length,
      usage: addUsage(before.usage, session.usage),
    });
  }
  return counts;
}
