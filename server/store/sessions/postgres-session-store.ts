import type { SessionId } from "../../contract/ids.ts";
import type { ChildToOpen, ClaimedSession, SessionEnd, SessionStore } from "../../engine/ports.ts";
import type { Database } from "../database.ts";
import type { CommitListener } from "../event-rows.ts";
import { createLane } from "../lane.ts";
import type { OrgVersionCache } from "../orgs/org-version-cache.ts";
import { spentByAgent, warnBudget } from "../runs/run-budget.ts";
import type { SlotDesk } from "../slots/slot-desk.ts";
import { appendEvents } from "./append-events.ts";
import { toBornSessions, toChild } from "./born-sessions.ts";
import { cancelBelow } from "./cancel-branch.ts";
import { claimSession } from "./claim-session.ts";
import { endRun, isRunEnd } from "./end-run.ts";
import { giveBackSession } from "./give-back-session.ts";
import {
  type Adopter,
  createRunContexts,
  findAdopter,
  type RunContexts,
  toNewSession,
} from "./run-contexts.ts";
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
  /** Takes sessions as they are opened. */
  readonly adopter?: Adopter | undefined;
  /** Starts those that nobody took: they are ready. */
  readonly wake?: (sessions: readonly SessionId[]) => void;
  /** Ends what goes on for sessions that were stopped, wherever that is. */
  readonly stopped?: (sessions: readonly SessionId[]) => void;
  /** What is kept of sessions that sleep; without it each is claimed and read anew. */
  readonly kept?: KeptParents;
}

/** The life of sessions in PostgreSQL: every step is one statement, guarded by the fence. */
export function createSessionStore(deps: SessionStoreDeps): SessionStore {
  const { database, versions, onCommit, slots, kept, adopter } = deps;
  const { wake = () => undefined, stopped = () => undefined } = deps;
  const lane = createLane(database);
  const contexts = deps.contexts ?? createRunContexts();
  const writer = createSessionWriter({
    appendOne: (append) => appendEvents(lane, append),
    async writeMany(writes) {
      const [only] = writes;
      const isEnd = writes.length === 1 && only !== undefined && isRunEnd(only);
      return isEnd ? [await endRun(lane, only)] : writeSessions(lane, writes, kept);
    },
  });
  const commit = async (write: SessionWrite): Promise<WrittenSession> => {
    const written = await writer.write(write);
    onCommit(written.events);
    return written;
  };
  /** Sessions that are opened begin with the commit: in the worker of this process, or in whichever claims them. */
  const commitAndOpen = async (
    session: ClaimedSession,
    opening: readonly ChildToOpen[],
    write: SessionWrite,
  ): Promise<WrittenSession> => {
    if (opening.length === 0) return commit(write);
    const born = toBornSessions(session, opening);
    const agentIds = born.map(({ agentId }) => agentId);
    const adopting = await findAdopter(adopter, contexts.find(session.runId), agentIds);
    const written = await commit({ ...write, opening: { born, worker: adopting?.worker } });
    if (adopting) {
      const fresh = born.map((one) => toChild(one, session, written.news));
      adopting.adopter.take(fresh.map((one) => toNewSession(adopting.context, one)));
    } else wake(born.map(({ sessionId }) => sessionId));
    return written;
  };
  return {
    claim: (sessionId, worker) =>
      claimSession({ database, versions, contexts, slots }, { sessionId, worker }),
    async append(session, events, opening = []) {
      return (await commitAndOpen(session, opening, { session, events })).news;
    },
    async park(session, events, { waitingFor, count, opening = [] }) {
      const leave = { state: "parked", waitingFor, count } as const;
      const { state } = await commitAndOpen(session, opening, { session, events, leave });
      return state === "parked" ? "parked" : "ready";
    },
    async finish(session, events, end) {
      const { parentId } = session;
      const { state, woken, news } = await commit({ session, events, parentId, leave: toLeave(end) });
      if (state === "running") return { wake: undefined, stays: news };
      if (!woken?.claim) return { wake: woken?.sessionId };
      return { wake: undefined, resumed: { sessionId: woken.sessionId, ...woken.claim } };
    },
    async stopBelow(session) {
      const { sessions, events } = await cancelBelow(database, session);
      if (sessions.length > 0) stopped(sessions);
      if (events.length > 0) onCommit(events);
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
