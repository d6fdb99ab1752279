/**
 * The part of an `update run` that keeps count of the sessions that move (ready or at work) and of the time in which any
 * does: the clock stands still while none moves, which means that all of it waits for a person, and while the run is paused.
 *
 * A clock of the database that goes back takes nothing from what was counted, and the run's goes on from there at the next
 * change; one that goes ahead counts as time.
 *
 * `moving` is an SQL expression for the new count, `isRunning` one for whether the run is neither paused nor over.
 */
export function setMoving(moving: string, isRunning = "run.status = 'running'"): string {
  const goes = `(${moving}) > 0 and ${isRunning}`;
  return `moving = ${moving},
    clock_ms = run.clock_ms + case when ${goes} then 0 else ${SINCE_MS} end,
    clock_since = case when ${goes} then least(run.clock_since, clock_timestamp()) end`;
}

const SINCE_MS =
  "greatest(coalesce(extract(epoch from clock_timestamp() - run.clock_since) * 1000, 0), 0)::bigint";

/** Seconds on the clock of the row named `run`. */
const CLOCK_SECONDS = `((run.clock_ms + ${SINCE_MS})::float8 / 1000)`;

/** What a run used so far, as columns; read from the row named `run`. */
export const SPENT_COLUMNS = `run.status as run_status, run.tokens as run_tokens, run.cost as run_cost, run.tool_calls as run_tool_calls, ${CLOCK_SECONDS} as run_seconds`;
