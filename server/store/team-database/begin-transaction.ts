import { escapeIdentifier } from "pg";
import type { TeamConnection } from "./team-connection.ts";

export interface TransactionPlan {
  readonly schema: string;
  readonly isReadOnly: boolean;
  readonly timeoutMs: number;
  readonly lockTimeoutMs: number;
}

/**
 * Opens the transaction in which a statement from outside runs, with every setting that it or its result relies on.
 *
 * The last statement takes a snapshot: after that PostgreSQL refuses to make a read-only transaction writable again.
 * `standard_conforming_strings` keeps the server's reading of strings equal to the parser's.
 */
export async function beginTransaction(connection: TeamConnection, plan: TransactionPlan): Promise<void> {
  const mode = plan.isReadOnly ? "isolation level repeatable read, read only" : "read write";
  await connection.prepare(`
    begin transaction ${mode};
    set local statement_timeout = ${plan.timeoutMs};
    set local lock_timeout = ${plan.lockTimeoutMs};
    set local search_path = ${escapeIdentifier(plan.schema)};
    set local standard_conforming_strings = on;
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'iso_8601';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1;
    set local jit = off;
    set local max_parallel_workers_per_gather = 0;
    select 1`);
}
