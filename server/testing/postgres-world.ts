import type { OrgId } from "../contract/ids.ts";
import { findLead } from "../contract/org-graph.ts";
import { createDatabase } from "../store/database.ts";
import { createOrgStore } from "../store/orgs/org-store.ts";
import { createOrgVersionCache } from "../store/orgs/org-version-cache.ts";
import { createPrisma } from "../store/prisma.ts";
import { cancelRun } from "../store/runs/cancel-run.ts";
import { createRunStarter } from "../store/runs/create-run.ts";
import { createEventLog } from "../store/runs/event-log.ts";
import { pauseRun, resumeRun } from "../store/runs/pause-run.ts";
import { cancelBranch } from "../store/sessions/cancel-branch.ts";
import { createDelegationBook } from "../store/sessions/postgres-delegation-book.ts";
import { createSessionStore } from "../store/sessions/postgres-session-store.ts";
import { steerSession } from "../store/sessions/steer-session.ts";
import { createWaitStore } from "../store/waits/wait-store.ts";
import type { SessionWorld } from "./session-world.ts";

/** The real store on a database of its own. */
export function createPostgresWorld(url: string): SessionWorld & { close(): Promise<void> } {
  const database = createDatabase(url, "openhive-test");
  const prisma = createPrisma(url, "openhive-test");
  const orgs = createOrgStore({ prisma, database });
  const log = createEventLog(database);
  const onCommit = (): void => undefined;
  let wake: Parameters<SessionWorld["onWake"]>[0] = () => undefined;
  let count = 0;
  return {
    sessions: createSessionStore({
      database,
      versions: createOrgVersionCache(database),
      onCommit,
      wake: (sessions) => wake(sessions),
    }),
    delegation: createDelegationBook(database),
    questions: createWaitStore(database, onCommit),
    async start(document, task, budget) {
      count += 1;
      const orgId = await orgs.create({
        slug: `org-${count}-${Math.random().toString(36).slice(2)}`,
        document,
      });
      const lead = findLead(document);
      if (!orgId || !lead) throw new Error("The org could not be made.");
      return createRunStarter(database)({
        orgId: orgId as OrgId,
        orgName: document.name,
        orgVersion: 1,
        task,
        lead,
        budget,
        attachments: [],
      });
    },
    async cancel(runId) {
      await cancelRun(database, runId);
    },
    async cancelBranch(runId, sessionId) {
      const { wake } = await cancelBranch(database, { runId, sessionId });
      return wake ? [wake] : [];
    },
    async pause(runId) {
      await pauseRun(database, runId);
    },
    resume: async (runId) => (await resumeRun(database, runId)).wake,
    steer: async (runId, sessionId, text) => (await steerSession(database, { runId, sessionId, text })).state,
    async isClockGoing(runId) {
      const { rows } = await database.query("select 1 from run where id = $1 and clock_since is not null", [
        runId,
      ]);
      return rows.length > 0;
    },
    events: (runId) => log.readEvents(runId, 0, 10_000),
    onWake(listener) {
      wake = listener;
    },
    async close() {
      await database.end();
      await prisma.$disconnect();
    },
  };
}
