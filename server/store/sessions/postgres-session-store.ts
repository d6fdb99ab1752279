import type { SessionEnd, SessionStore } from "../../engine/ports.ts";
import type { Database } from "../database.ts";
import type { CommitListener } from "../event-rows.ts";
import { createLane } from "../lane.ts";
import type { OrgVersionCache } from "../orgs/org-version-cache.ts";
import { spentByAgent, warnBudget } from "../runs/run-budget.ts";
import type { SlotDesk } from "../slots/slot-desk.ts";
import { appendEvents } from "./append-events.ts";
import { claimSession } from "./claim-session.ts";
import { giveBackSession } from "./give-back-session.ts";
import { createRunContexts, type RunContexts } from "./run-contexts.ts";
import { createSessionWriter } from "./session-writer.ts";
import { takeMessages } from "./take-messages.ts";
import {
  type KeptParents,
  type SessionLeave,
  type SessionWrite,
  type WrittenSession,
  writeSessions,
} from "./write-sessions.ts";

export interface SessionStoreDeps {
  readonly database: Database;
  readonly versions: OrgVersionCache;
  readonly onCommit: CommitListener;
  /** Where sessions wait for room under limits; without it no limit counts. */
  readonly slots?: SlotDesk;
  readonly contexts?: RunContexts;
  /** What is kept of sessions that sleep; without it each is claimed and read anew. */
  readonly kept?: KeptParents;
}

/** The life of sessions in PostgreSQL: every step is one statement, guarded by the fence. */
export function createSessionStore(deps: SessionStoreDeps): SessionStore {
  const { database, versions, onCommit, slots, kept } = deps;
  const lane = createLane(database);
  const contexts = deps.contexts ?? createRunContexts();
  const writer = createSessionWriter({
    appendOne: (append) => appendEvents(lane, append),
    writeMany: (writes) => writeSessions(lane, writes, kept),
  });
  const write = async (write: SessionWrite): Promise<WrittenSession> => {
    const written = await writer.write(write);
    onCommit(written.events);
    return written;
  };
  return {
    claim: (sessionId, worker) =>
      claimSession({ database, versions, contexts, slots }, { sessionId, worker }),
    async append(session, events) {
      return (await write({ session, events })).news;
    },
    async park(session, events, { waitingFor, count }) {
      const leave = { state: "parked", waitingFor, count } as const;
      const { state } = await write({ session, events, leave });
      return state === "parked" ? "parked" : "ready";
    },
    async finish(session, events, end) {
      const { parentId } = session;
      const { state, woken, news } = await write({ session, events, parentId, leave: toLeave(end) });
      if (state === "running") return { wake: undefined, stays: news };
      if (!woken?.claim) return { wake: woken?.sessionId };
      return { wake: undefined, resumed: { sessionId: woken.sessionId, ...woken.claim } };
    },
    async takeMessages(session) {
      const { texts, events } = await takeMessages(database, session);
      onCommit(events);
      return texts;
    },
    giveBack: (session) => giveBackSession(database, session),
    spentByAgent: (runId) => spentByAgent(database, runId),
    async warn(session, key, event) {
      onCommit(await warnBudget(database, session, { key, event }));
    },
  };
}

function toLeave({ outcome, usage, ...end }: SessionEnd): SessionLeave {
  const answer = end.answer.toWellFormed();
  const error = end.error?.toWellFormed();
  const reason = error === undefined ? {} : { error };
  return {
    state: outcome,
    answer,
    error,
    finished: { type: "session.finished", outcome, answer, usage, ...reason },
  };
}
