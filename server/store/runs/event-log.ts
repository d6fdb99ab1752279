import type { RunId, SessionId } from "../../contract/ids.ts";
import type { TextDelta } from "../../contract/run-event.ts";
import { storable } from "../../contract/storable.ts";
import type { Database } from "../database.ts";
import { type EventRow, fromEventRow, type WrittenRow, writeEventPage } from "../event-rows.ts";

const READ = {
  name: "read-events",
  text: `select e.run_id, e.seq, e.session_id, s.agent_name, e.type, e.at, e.payload
from event e left join session s on s.id = e.session_id
where e.run_id = $1 and e.seq > $2 order by e.seq limit $3`,
};

/** The same events with what they are stored as left as it is. Making text of them here costs the database more than it does us. */
const READ_WRITTEN = {
  name: "read-written-events",
  text: `select e.seq, e.session_id, s.agent_name, e.type, (extract(epoch from e.at) * 1000)::int8 as at, e.payload::text as payload
from event e left join session s on s.id = e.session_id
where e.run_id = $1 and e.seq > $2 order by e.seq limit $3`,
};

/** The committed events of runs, and the drafts of what is being said; fits the ports of events/. */
export function createEventLog(database: Database) {
  return {
    async readEvents(runId: RunId, afterSeq: number, limit: number) {
      const { rows } = await database.query<EventRow>({ ...READ, values: [runId, afterSeq, limit] });
      return rows.map(fromEventRow);
    },
    async readWritten(runId: RunId, afterSeq: number, limit: number) {
      const { rows } = await database.query<WrittenRow>({
        ...READ_WRITTEN,
        values: [runId, afterSeq, limit],
      });
      return { json: writeEventPage(rows), count: rows.length, lastSeq: Number(rows.at(-1)?.seq ?? 0) };
    },
    async lastSeqs(runIds: readonly RunId[]): Promise<ReadonlyMap<RunId, number>> {
      const { rows } = await database.query<{ id: RunId; seq: string }>({
        name: "last-seqs",
        text: "select id, seq from run where id = any($1::uuid[])",
        values: [runIds],
      });
      return new Map(rows.map(({ id, seq }) => [id, Number(seq)]));
    },
    async readDrafts(runId: RunId): Promise<readonly TextDelta[]> {
      const { rows } = await database.query<{ session_id: SessionId; turn: number; body: string }>({
        name: "read-drafts",
        text: "select session_id, turn, body from draft where run_id = $1",
        values: [runId],
      });
      return rows.map((row) => ({
        type: "text.delta",
        runId,
        sessionId: row.session_id,
        turn: row.turn,
        offset: 0,
        text: row.body,
      }));
    },
    async saveDraft(draft: {
      readonly sessionId: SessionId;
      readonly runId: string;
      readonly turn: number;
      readonly text: string;
    }) {
      await database.query({
        name: "save-draft",
        text: `insert into draft (session_id, run_id, turn, body) values ($1, $2, $3, $4)
on conflict (session_id) do update set turn = excluded.turn, body = excluded.body`,
        values: [draft.sessionId, draft.runId, draft.turn, storable(draft.text)],
      });
    },
    async removeDraft(sessionId: SessionId) {
      await database.query({
        name: "remove-draft",
        text: "delete from draft where session_id = $1",
        values: [sessionId],
      });
    },
  };
}
