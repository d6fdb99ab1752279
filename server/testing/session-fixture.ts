import type { CallId, SessionId } from "../contract/ids.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { NO_USAGE } from "../contract/usage.ts";
import type { ChildToOpen, ClaimedSession } from "../engine/ports.ts";
import type { ToolContext } from "../engine/tool.ts";
import { says } from "./scripted-model.ts";
import type { SessionWorld } from "./session-world.ts";

/** A turn of 10 tokens that took 1 ms. */
export function turnOf(text: string, number = 1): RunEventBody {
  return {
    type: "turn.finished",
    turn: number,
    message: says(text),
    usage: { ...NO_USAGE, inputTokens: 7, outputTokens: 3 },
    durationMs: 1,
    firstTextMs: null,
  };
}

/** The context of a call of a claimed session. */
export function contextOf(session: ClaimedSession, callId: string): ToolContext {
  return {
    scope: session.scope,
    runId: session.runId,
    sessionId: session.sessionId,
    fence: session.fence,
    agentId: session.scope.agent.id as ToolContext["agentId"],
    callId: callId as CallId,
    signal: new AbortController().signal,
    messages: () => session.messages,
    emit: () => undefined,
    checkBudgets: async () => undefined,
  };
}

/** Claims a session that has to be ready. */
export async function claimIn(world: SessionWorld, sessionId: SessionId): Promise<ClaimedSession> {
  const claimed = await world.sessions.claim(sessionId, 1);
  if (!claimed) throw new Error("The session could not be claimed.");
  return claimed;
}

/** Opens one child session an agent, and resolves with their ids. */
export async function openChildrenIn(
  world: SessionWorld,
  parent: ClaimedSession,
  agentIds: readonly string[],
): Promise<readonly SessionId[]> {
  const woken: SessionId[] = [];
  world.onWake((sessions) => woken.push(...sessions));
  await world.sessions.append(parent, [], childrenOf("call", agentIds));
  return woken;
}

/** What a call opens: one child session an agent. */
export function childrenOf(callId: string, agentIds: readonly string[]): readonly ChildToOpen[] {
  return agentIds.map((agentId, index) => ({
    callId: callId as CallId,
    index,
    siblings: agentIds.length,
    agentId: agentId as ToolContext["agentId"],
    agentName: agentId,
    task: `task of ${agentId}`,
  }));
}
