import type { RunSummary } from "../../contract/api.ts";
import type { Database } from "../database.ts";
import { sampleSpans } from "./sample-spans.ts";

type Lane = RunSummary["lanes"][number];
type Span = Lane["spans"][number];

interface LaneRow {
  readonly run_id: string;
  readonly session_id: string;
  readonly type: "turn.finished" | "tool_result" | "session.parked" | "session.resumed";
  readonly at: Date;
  readonly duration: number | null;
  readonly failed: boolean;
  readonly waiting_for: "children" | "person" | null;
  readonly started_at: Date;
  readonly ended_at: Date;
}

const MOST_LANES = 6;

const SELECT = `
with lane as (
  select id, run_id, row_number() over (partition by run_id order by started_at, id) as place
  from session where run_id = any($1::uuid[])
)
select e.run_id, e.session_id, e.type, e.at, (e.payload->>'durationMs')::float8 as duration,
  coalesce(e.payload->'result'->>'status' = 'error', false) as failed, e.payload->>'waitingFor' as waiting_for,
  r.started_at, coalesce(r.finished_at, clock_timestamp()) as ended_at
from lane l join event e on e.run_id = l.run_id and e.session_id = l.id join run r on r.id = l.run_id
where l.place <= $2 and e.type in ('turn.finished', 'tool_result', 'session.parked', 'session.resumed')
order by l.run_id, l.place, e.seq`;

/** The small picture of each run in the list: what its first sessions did when, as fractions of its time. */
export async function readLanes(
  database: Database,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Lane[]>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await database.query<LaneRow>({ text: SELECT, values: [runIds, MOST_LANES] });
  const lanes = new Map<string, Lane[]>();
  for (const session of groupBySession(rows)) {
    const runId = session[0]?.run_id ?? "";
    lanes.set(runId, [...(lanes.get(runId) ?? []), { spans: toSpans(session) }]);
  }
  return lanes;
}

function groupBySession(rows: readonly LaneRow[]): readonly (readonly LaneRow[])[] {
  const sessions = new Map<string, LaneRow[]>();
  for (const row of rows) {
    const session = sessions.get(row.session_id);
    if (session) session.push(row);
    else sessions.set(row.session_id, [row]);
  }
  return [...sessions.values()];
}

function toSpans(rows: readonly LaneRow[]): readonly Span[] {
  return sampleSpans(rows.flatMap((row, index) => toSpan(row, rows[index + 1]) ?? []));
}

function toSpan(row: LaneRow, next: LaneRow | undefined): Span | undefined {
  const took = row.duration ?? 0;
  switch (row.type) {
    case "turn.finished":
      return spanOf(row, { from: -took, to: 0, kind: "model" });
    case "tool_result":
      return spanOf(row, { from: -took, to: 0, kind: row.failed ? "failed" : "tool" });
    case "session.parked": {
      // It sleeps until its next row, or until now.
      const slept = (next?.at ?? row.ended_at).getTime() - row.at.getTime();
      return spanOf(row, { from: 0, to: slept, kind: row.waiting_for === "person" ? "person" : "wait" });
    }
    case "session.resumed":
      return undefined;
  }
}

/** From milliseconds around the row's own time to fractions of the run's. */
function spanOf(row: LaneRow, { from, to, kind }: Span): Span {
  const start = row.started_at.getTime();
  const whole = Math.max(1, row.ended_at.getTime() - start);
  const fraction = (offset: number) => Math.min(1, Math.max(0, (row.at.getTime() + offset - start) / whole));
  return { from: fraction(from), to: fraction(to), kind };
}
