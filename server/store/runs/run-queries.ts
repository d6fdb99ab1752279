import type { RunFilter, RunPage, RunSummary } from "../../contract/api.ts";
import type { Budget } from "../../contract/budget.ts";
import type { OrgId, RunId } from "../../contract/ids.ts";
import type { RunStatus } from "../../contract/run-event.ts";
import type { Database } from "../database.ts";
import { isId } from "../is-id.ts";
import { type SpentRow, toSpent } from "../sessions/session-news.ts";
import { toUsage, type UsageRow } from "../usage-row.ts";
import { SPENT_COLUMNS } from "./run-clock.ts";
import { readLanes } from "./run-lanes.ts";
import { runOrder } from "./run-order.ts";

interface RunRow extends SpentRow, UsageRow {
  readonly id: RunId;
  readonly forked_from: RunId | null;
  readonly org_id: OrgId;
  readonly org_name: string;
  readonly org_version: number;
  readonly from_agent: string | null;
  readonly started_by: string | null;
  readonly task: string;
  readonly status: RunStatus;
  readonly error: string | null;
  readonly answer: string;
  readonly is_scripted: boolean;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly session_count: number;
  readonly open_waits: number;
  readonly budget: Budget | null;
}

const COLUMNS = `
r.id, r.forked_from, r.org_id, r.org_name, r.org_version, r.from_agent, r.started_by, r.task, r.error, r.answer, r.is_scripted, r.started_at, r.finished_at,
case when r.status = 'running' and w.open_waits > 0 then 'waiting' else r.status end as status,
s.session_count, s.input_tokens, s.cached_input_tokens, s.output_tokens, s.cost, w.open_waits, r.budget, ${SPENT_COLUMNS.replaceAll("run.", "r.")}`;

const JOINS = `
from run r
cross join lateral (
  select count(*)::int as session_count, coalesce(sum(input_tokens), 0) as input_tokens, coalesce(sum(cached_input_tokens), 0) as cached_input_tokens,
    coalesce(sum(output_tokens), 0) as output_tokens, sum(cost) as cost
  from session where run_id = r.id
) s
cross join lateral (select count(*)::int as open_waits from wait where run_id = r.id and status = 'open') w`;

const FILTERS: Readonly<Record<RunFilter["status"], string>> = {
  all: "true",
  live: "r.status in ('running', 'paused')",
  waiting:
    "r.status in ('running', 'paused') and exists (select 1 from wait where run_id = r.id and status = 'open')",
  failed: "r.status in ('failed', 'cancelled')",
  completed: "r.status = 'completed'",
};

/** The run list, a page of it in the order that was asked for, with what each has used so far. */
export async function listRuns(database: Database, filter: RunFilter): Promise<RunPage> {
  const where = `${filter.orgId ? "r.org_id = $1::uuid" : "$1::uuid is null"} and ($2 = '' or r.task ilike $3 or r.answer ilike $3)
  and ($4::int is null or r.started_at > now() - make_interval(days => $4::int))`;
  const search = filter.search.trim();
  const scope = [
    filter.orgId ?? null,
    search,
    `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`,
    filter.days ?? null,
  ];
  const { isBehind, orderBy } = runOrder(filter.order, "$5");
  const [page, counts] = await Promise.all([
    database.query<RunRow>({
      // The page is chosen first: what runs used and wait for is added up for its rows alone.
      text: `with page as (
  select r.id, row_number() over (order by ${orderBy}) as place from run r
  where ${where} and ${FILTERS[filter.status]} and ${isBehind} order by ${orderBy} limit $6
) select ${COLUMNS} ${JOINS} join page on page.id = r.id order by page.place`,
      values: [...scope, filter.before ?? null, filter.limit + 1],
    }),
    database.query<RunPage["counts"]>({
      text: `select count(*)::int as "all", ${(["live", "waiting", "failed", "completed"] as const)
        .map((status) => `count(*) filter (where ${FILTERS[status]})::int as "${status}"`)
        .join(", ")} from run r where ${where}`,
      values: scope,
    }),
  ]);
  const rows = page.rows.slice(0, filter.limit);
  const lanes =
    filter.hasLanes === false
      ? undefined
      : await readLanes(
          database,
          rows.map(({ id }) => id),
        );
  const totals = counts.rows[0] ?? { all: 0, live: 0, waiting: 0, failed: 0, completed: 0 };
  return {
    runs: rows.map((row) => toSummary(row, lanes?.get(row.id) ?? [])),
    total: totals[filter.status],
    counts: totals,
    nextBefore: page.rows.length > filter.limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Whether there is such a run. */
export async function hasRun(database: Database, runId: string): Promise<boolean> {
  if (!isId(runId)) return false;
  const { rows } = await database.query({
    name: "has-run",
    text: "select 1 from run where id = $1",
    values: [runId],
  });
  return rows.length > 0;
}

export async function findRun(
  database: Database,
  runId: string,
): Promise<{ readonly summary: RunSummary; readonly answer: string } | undefined> {
  if (!isId(runId)) return undefined;
  const { rows } = await database.query<RunRow>({
    text: `select ${COLUMNS} ${JOINS} where r.id = $1`,
    values: [runId],
  });
  const row = rows[0];
  return row && { summary: toSummary(row, []), answer: row.answer };
}

function toSummary(row: RunRow, lanes: RunSummary["lanes"]): RunSummary {
  return {
    id: row.id,
    forkedFrom: row.forked_from,
    orgId: row.org_id,
    orgName: row.org_name,
    orgVersion: row.org_version,
    fromAgent: row.from_agent,
    startedBy: row.started_by,
    task: row.task,
    status: row.status,
    error: row.error,
    isScripted: row.is_scripted,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    sessionCount: row.session_count,
    usage: toUsage(row),
    openWaits: row.open_waits,
    budget: row.budget,
    spent: toSpent(row),
    lanes,
  };
}
