import type { SessionId } from "../../contract/ids.ts";
import type { SessionOutcome } from "../../contract/run-event.ts";
import type { Database } from "../database.ts";

interface ChildRow {
  readonly call_id: string;
  readonly call_index: number;
  readonly agent_name: string;
  readonly status: string;
  readonly answer: string;
  readonly error: string | null;
  readonly reports: readonly string[];
}

const OUTCOMES: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

const CHILDREN = {
  name: "children-of-calls",
  text: "select call_id, call_index, agent_name, status, answer, error, reports from session where parent_id = $1 and call_id = any($2) order by call_index",
};

interface Question {
  readonly callIds: string[];
  readonly rows: Promise<readonly ChildRow[]>;
}

/** Reads the children of calls. Calls of one session that ask at the same moment, as those of one turn do, share a statement. */
function createChildReader(database: Database) {
  const open = new Map<SessionId, Question>();
  const ask = (sessionId: SessionId): Question => {
    const callIds: string[] = [];
    const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      open.delete(sessionId);
      return (await database.query<ChildRow>({ ...CHILDREN, values: [sessionId, callIds] })).rows;
    });
    return { callIds, rows };
  };
  return {
    async of(sessionId: SessionId, callId: string): Promise<readonly ChildRow[]> {
      const question = open.get(sessionId) ?? ask(sessionId);
      open.set(sessionId, question);
      question.callIds.push(callId);
      return (await question.rows).filter((row) => row.call_id === callId);
    },
  };
}

/** Child sessions in PostgreSQL; fits the port of the delegation feature. */
export function createDelegationBook(database: Database) {
  const reader = createChildReader(database);
  return {
    async childrenOf(sessionId: SessionId, callId: string) {
      const rows = await reader.of(sessionId, callId);
      return rows.map((row) => ({
        index: row.call_index,
        agentName: row.agent_name,
        outcome: OUTCOMES.has(row.status) ? (row.status as SessionOutcome) : null,
        answer: row.answer,
        error: row.error,
        reports: row.reports,
      }));
    },
  };
}
