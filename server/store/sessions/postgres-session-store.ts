import type { SessionStore } from "../../engine/ports.ts";
import type { Database } from "../database.ts";
import type { CommitListener } from "../event-rows.ts";
import type { OrgVersionCache } from "../orgs/org-version-cache.ts";
import { spentByAgent, warnBudget } from "../runs/run-budget.ts";
import type { SlotDesk } from "../slots/slot-desk.ts";
import { appendEventBatch } from "./append-event-batch.ts";
import { appendEvents } from "./append-events.ts";
import { claimSession } from "./claim-session.ts";
import { createEventWriter } from "./event-writer.ts";
import { finishSession } from "./finish-session.ts";
import { giveBackSession } from "./give-back-session.ts";
import { parkSession } from "./park-session.ts";
import { takeMessages } from "./take-messages.ts";

export interface SessionStoreDeps {
  readonly database: Database;
  readonly versions: OrgVersionCache;
  readonly onCommit: CommitListener;
  /** Where sessions wait for room under limits; without it no limit counts. */
  readonly slots?: SlotDesk;
}

/** The life of sessions in PostgreSQL: every step is one statement, guarded by the fence. */
export function createSessionStore({ database, versions, onCommit, slots }: SessionStoreDeps): SessionStore {
  const writer = createEventWriter({
    appendOne: (append) => appendEvents(database, append),
    appendMany: (appends) => appendEventBatch(database, appends),
  });
  return {
    claim: (sessionId, worker) => claimSession(database, versions, { sessionId, worker, slots }),
    async append(session, events) {
      const appended = await writer.append({ session, events });
      onCommit(appended.events);
      return appended.news;
    },
    async park(session, waitingFor, count) {
      const { state, events } = await parkSession(database, session, { waitingFor, count });
      onCommit(events);
      return state;
    },
    async finish(session, end) {
      const { events, ...finished } = await finishSession(database, session, end);
      onCommit(events);
      return finished;
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
