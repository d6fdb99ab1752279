import type { SessionStore } from "../../engine/ports.ts";
import type { Database } from "../database.ts";
import type { CommitListener } from "../event-rows.ts";
import type { OrgVersionCache } from "../orgs/org-version-cache.ts";
import { appendEvents } from "./append-events.ts";
import { claimSession } from "./claim-session.ts";
import { finishSession } from "./finish-session.ts";
import { parkSession } from "./park-session.ts";

export interface SessionStoreDeps {
  readonly database: Database;
  readonly versions: OrgVersionCache;
  readonly onCommit: CommitListener;
}

/** The life of sessions in PostgreSQL: every method is one statement, guarded by the fence. */
export function createSessionStore({ database, versions, onCommit }: SessionStoreDeps): SessionStore {
  return {
    claim: (sessionId, worker) => claimSession(database, versions, { sessionId, worker }),
    async append(session, events) {
      onCommit(await appendEvents(database, session, events));
    },
    async park(session, waitingFor, count) {
      const { state, events } = await parkSession(database, session, { waitingFor, count });
      onCommit(events);
      return state;
    },
    async finish(session, end) {
      const { wake, events } = await finishSession(database, session, end);
      onCommit(events);
      return { wake };
    },
  };
}
