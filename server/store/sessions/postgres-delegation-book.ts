import type { SessionId } from "../../contract/ids.ts";
import type { SessionOutcome } from "../../contract/run-event.ts";
import type { ToolContext } from "../../engine/tool.ts";
import type { Database } from "../database.ts";
import type { CommitListener } from "../event-rows.ts";
import { type NewChild, openChildren } from "./open-children.ts";

interface ChildRow {
  readonly call_index: number;
  readonly agent_name: string;
  readonly status: string;
  readonly answer: string;
  readonly error: string | null;
}

const OUTCOMES: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

export interface DelegationBookDeps {
  readonly database: Database;
  readonly onCommit: CommitListener;
  /** Starts sessions that are ready. */
  wake(sessions: readonly SessionId[]): void;
}

/** Child sessions in PostgreSQL; fits the port of the delegation feature. */
export function createDelegationBook({ database, onCommit, wake }: DelegationBookDeps) {
  return {
    async childrenOf(sessionId: SessionId, callId: string) {
      const { rows } = await database.query<ChildRow>({
        name: "children-of-call",
        text: "select call_index, agent_name, status, answer, error from session where parent_id = $1 and call_id = $2 order by call_index",
        values: [sessionId, callId],
      });
      return rows.map((row) => ({
        index: row.call_index,
        agentName: row.agent_name,
        outcome: OUTCOMES.has(row.status) ? (row.status as SessionOutcome) : null,
        answer: row.answer,
        error: row.error,
      }));
    },
    async open(context: ToolContext, children: readonly NewChild[]) {
      const { opened, events } = await openChildren(database, context, children);
      onCommit(events);
      wake(opened);
    },
  };
}
