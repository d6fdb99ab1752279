import type { Notice } from "../../contract/notice.ts";
import type { ToolContext } from "../../engine/tool.ts";
import type { Database } from "../database.ts";
import { isId } from "../is-id.ts";
import { newId } from "../new-id.ts";
import type { WaitWriter } from "../waits/wait-store.ts";
import { writeOnce } from "./write-once.ts";

const TELL = `owned as (
  select id, run_id, agent_name from session where id = $1 and fence = $2 and status = 'running' for update
), done as (
  insert into notice (id, run_id, session_id, call_id, title, body) select $4::uuid, run_id, id, $3, $5, $6 from owned
  on conflict (session_id, call_id) do nothing returning id
)`;

export interface NoticeStore {
  /** Fits the port of `notify`. */
  tell(context: ToolContext, notice: { readonly title: string; readonly body: string }): Promise<void>;
  /** Those that nobody has read, newest first, 200 at most. */
  listUnread(): Promise<readonly Notice[]>;
  /** Marks these as read, or all of them; how many that were. */
  markRead(ids?: readonly string[]): Promise<number>;
}

/** What agents told people, as rows that go with their run. */
export function createNoticeStore({ database, onCommit }: WaitWriter): NoticeStore {
  return {
    tell: (context, { title, body }) =>
      writeOnce({ database, onCommit }, context, {
        name: "tell-notice",
        change: TELL,
        values: [newId(), title, body],
        event: { type: "person.notified", callId: context.callId, title, body },
      }),
    listUnread: () => listUnread(database),
    async markRead(ids) {
      const { rowCount } = await database.query({
        text: "update notice set read_at = clock_timestamp() where read_at is null and ($1::uuid[] is null or id = any($1))",
        values: [ids?.filter(isId) ?? null],
      });
      return rowCount ?? 0;
    },
  };
}

interface NoticeRow extends Omit<Notice, "at"> {
  readonly at: Date;
}

async function listUnread(database: Database): Promise<readonly Notice[]> {
  const { rows } = await database.query<NoticeRow>({
    text: `select n.id, n.run_id as "runId", n.session_id as "sessionId", r.org_name as "orgName", s.agent_name as "agentName",
n.title, n.body, n.created_at as at
from notice n join run r on r.id = n.run_id join session s on s.id = n.session_id
where n.read_at is null order by n.created_at desc limit 200`,
  });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
