import type { RunFilter, RunSort } from "../../contract/api.ts";

type RunOrder = NonNullable<RunFilter["order"]>;

const NEWEST_FIRST: RunOrder = { by: "started", direction: "desc" };

/** What a run is sorted by, as an expression over `run r`: what the list shows in that column. */
const KEYS: Readonly<Record<RunSort, string>> = {
  // Those that need somebody first, then the living, then those that went wrong.
  state: `case when r.status in ('running', 'paused') and exists (select 1 from wait where run_id = r.id and status = 'open') then 0
    else array_position(array['running', 'paused', 'failed', 'cancelled', 'completed'], r.status) end`,
  task: "lower(left(r.task, 200))",
  time: "extract(epoch from coalesce(r.finished_at, now()) - r.started_at)",
  // Every commit that adds to a session adds to its run too: the sums of all sessions need not be taken for each run of the list.
  tokens: "r.tokens",
  // What has no price comes after what costs nothing, and before what costs something.
  cost: `case when r.cost > 0 then r.cost
    when exists (select 1 from session where run_id = r.id and cost is not null) then 0 else 1e-12 end`,
  by: "lower(coalesce(r.started_by, ''))",
  started: "r.started_at",
};

interface RunOrderParts {
  /** What is true of runs behind the one whose id is in this parameter, and of all where it is null. */
  readonly isBehind: string;
  readonly orderBy: string;
}

/**
 * How the list is cut into pages: behind the last run of the page before, by its key as it is now. Runs with equal keys follow each
 * other by their ids, which are as old as they are.
 */
export function runOrder(order: RunOrder | undefined, parameter: `$${number}`): RunOrderParts {
  const { by, direction } = order ?? NEWEST_FIRST;
  const key = KEYS[by];
  const sign = direction === "desc" ? "<" : ">";
  return {
    isBehind: `(${parameter}::uuid is null or (${key}, r.id) ${sign} (select ${key}, r.id from run r where r.id = ${parameter}::uuid))`,
    orderBy: `${key} ${direction}, r.id ${direction}`,
  };
}
