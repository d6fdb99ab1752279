import type { RunId, SessionId } from "../../contract/ids.ts";
import type { RunEvent, RunEventBody } from "../../contract/run-event.ts";
import type { ChildToOpen, ClaimedSession, SessionNews } from "../../engine/ports.ts";
import { type EventPlace, type EventRows, toCommitted, toEventRows } from "../event-rows.ts";
import { newId } from "../new-id.ts";
import type { NewSession } from "./run-contexts.ts";

/** Events with which every session begins: that it started, and its task. */
export const FIRST_EVENTS = 2;

/** A session that is opened with a commit of the one above it. */
export interface BornSession {
  readonly sessionId: SessionId;
  readonly agentId: string;
  readonly agentName: string;
  readonly task: string;
  readonly depth: number;
  readonly bodies: readonly RunEventBody[];
  readonly rows: EventRows;
}

export function toBornSessions(
  parent: Pick<ClaimedSession, "sessionId" | "scope">,
  opening: readonly ChildToOpen[],
): readonly BornSession[] {
  const depth = parent.scope.depth + 1;
  return opening.map(({ agentId, agentName, task, callId, index, siblings }) => {
    const place = { parentSessionId: parent.sessionId, callId, index, siblings };
    const bodies: readonly RunEventBody[] = [
      { type: "session.started", agentId, agentName, depth, task, ...place },
      { type: "message.received", text: task },
    ];
    const sessionId = newId() as SessionId;
    return { sessionId, agentId, agentName, task, depth, bodies, rows: toEventRows(bodies) };
  });
}

/** What their first events are once they are written, right behind those of the session that opened them. */
export function bornEvents(
  born: readonly BornSession[],
  { base, ...place }: Pick<EventPlace, "runId" | "base" | "at">,
): readonly RunEvent[] {
  return born.flatMap(({ sessionId, agentName, bodies, rows }, index) =>
    toCommitted(
      { ...place, base: base + index * FIRST_EVENTS, sessionId, agent: agentName },
      bodies,
      rows.payloads,
    ),
  );
}

/** As its worker takes it: `news` is what the commit that opened it told of the run. */
export function toChild(
  { sessionId, agentId, depth, task }: BornSession,
  parent: { readonly sessionId: SessionId; readonly runId: RunId },
  news: SessionNews,
): NewSession {
  const { runId } = parent;
  return {
    sessionId,
    runId,
    parentId: parent.sessionId,
    agentId,
    depth,
    task,
    news: { ...news, waitingMessages: 0 },
  };
}
