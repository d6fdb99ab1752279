import type { Pool } from "pg";
import type { HistoryEntry, HistoryHit, HistorySearch } from "../../contract/history.ts";
import type { OrgId, RunId, SessionId } from "../../contract/ids.ts";

interface HistoryRow {
  readonly session_id: string;
  readonly run_id: string;
  readonly agent_name: string;
  readonly task: string;
  readonly finished_at: Date;
}

/** Ranked first and cut to the limit, so that snippets are made for the hits that are shown alone. */
const SEARCH_SQL = `
  with wanted as (select websearch_to_tsquery('simple', $2) as query),
  hit as (
    select session_id, run_id, agent_name, task, answer, finished_at, query, ts_rank_cd(search, query, 1) as rank
    from history_entry, wanted
    where org_id = $1 and search @@ query
      and ($3::text is null or lower(agent_name) = lower($3))
      and ($4::timestamptz is null or finished_at >= $4)
    order by rank desc, finished_at desc, session_id
    limit $5
  )
  select session_id, run_id, agent_name, task, finished_at,
    ts_headline('simple', task || E'\\n' || answer, query,
      'StartSel=**, StopSel=**, MaxFragments=2, MinWords=8, MaxWords=28, FragmentDelimiter=" … "') as snippet
  from hit order by rank desc, finished_at desc, session_id`;

const READ_SQL = `
  select session_id, run_id, agent_name, task, answer, finished_at
  from history_entry where org_id = $1 and session_id = $2`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finished work in PostgreSQL's own full-text search, configuration `simple`: words are matched as they are
 * written in any language. Every statement names the org, so that nothing of another one can be found.
 */
export function createHistoryArchive(pool: Pool) {
  return {
    async search(search: HistorySearch): Promise<readonly HistoryHit[]> {
      const { orgId, text, agentName = null, since = null, limit } = search;
      const values = [orgId, text.replaceAll("\u0000", " "), agentName, since, limit];
      const { rows } = await pool.query<HistoryRow & { readonly snippet: string }>(SEARCH_SQL, values);
      return rows.map((row) => ({ ...toHead(row), snippet: row.snippet }));
    },
    async read(orgId: OrgId, id: string): Promise<HistoryEntry | undefined> {
      if (!UUID.test(id)) return undefined;
      const { rows } = await pool.query<HistoryRow & { readonly answer: string }>(READ_SQL, [orgId, id]);
      const row = rows[0];
      return row && { ...toHead(row), answer: row.answer };
    },
  };
}

function toHead(row: HistoryRow) {
  return {
    id: row.session_id as SessionId,
    runId: row.run_id as RunId,
    agentName: row.agent_name,
    task: row.task,
    finishedAt: row.finished_at.toISOString(),
  };
}
