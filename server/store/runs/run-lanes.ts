import type { RunSummary } from "../../contract/api.ts";
import type { Database } from "../database.ts";

type Span = RunSummary["lanes"][number]["spans"][number];

interface SpanRow {
  readonly run_id: string;
  readonly session_id: string;
  readonly type: string;
  readonly at: Date;
  readonly duration: number | null;
  readonly failed: boolean;
  readonly started_at: Date;
  readonly ended_at: Date;
}

const MOST_LANES = 6;

/** The small picture of each run in the list: what its first sessions did when, as fractions of its time. */
export async function readLanes(
  database: Database,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunSummary["lanes"]>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await database.query<SpanRow>({
    text: `
with lane as (
  select id, run_id, row_number() over (partition by run_id order by started_at, id) as place from session where run_id = any($1::uuid[])
)
select e.run_id, e.session_id, e.type, e.at, (e.payload->>'durationMs')::float8 as duration,
  coalesce(e.payload->'result'->>'status' = 'error', false) as failed, r.started_at, coalesce(r.finished_at, clock_timestamp()) as ended_at
from lane l join event e on e.run_id = l.run_id and e.session_id = l.id join run r on r.id = l.run_id
where l.place <= $2 and e.type in ('turn.finished', 'tool_result')
order by l.place, e.seq`,
    values: [runIds, MOST_LANES],
  });
  const lanes = new Map<string, Map<string, Span[]>>();
  for (const row of rows) {
    const sessions = lanes.get(row.run_id) ?? new Map<string, Span[]>();
    lanes.set(row.run_id, sessions);
    const spans = sessions.get(row.session_id) ?? [];
    sessions.set(row.session_id, spans);
    spans.push(toSpan(row));
  }
  return new Map(
    [...lanes].map(([runId, sessions]) => [runId, [...sessions.values()].map((spans) => ({ spans }))]),
  );
}

function toSpan(row: SpanRow): Span {
  const start = row.started_at.getTime();
  const whole = Math.max(1, row.ended_at.getTime() - start);
  const fraction = (time: number) => Math.min(1, Math.max(0, (time - start) / whole));
  const end = row.at.getTime();
  const kind = row.type === "turn.finished" ? "model" : row.failed ? "failed" : "tool";
  return { from: fraction(end - (row.duration ?? 0)), to: fraction(end), kind };
}
