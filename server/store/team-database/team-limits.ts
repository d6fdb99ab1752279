/** Bounds of one call on a team database. */
export interface TeamLimits {
  /** Milliseconds a statement that reads may run. */
  readonly readTimeoutMs: number;
  /** Milliseconds a statement that changes something may run. */
  readonly writeTimeoutMs: number;
  /** Milliseconds to wait for a lock that another call holds. */
  readonly lockTimeoutMs: number;
  /** Milliseconds past the time limit after which the connection is ended from outside. */
  readonly graceMs: number;
  /** Bytes a call may receive from the database before its connection is cut: the bound on this process's memory. */
  readonly maxReceivedBytes: number;
  /** Characters of JSON that are given back. */
  readonly maxResultLength: number;
  /** Rows that a RETURNING clause gives back. */
  readonly maxReturnedRows: number;
  /** Bytes of tables and indexes an org may hold; beyond it only removing is possible. */
  readonly maxStoredBytes: number;
  /** Calls of one org that read, or that write, at the same time; others wait for their turn. */
  readonly maxConcurrent: number;
}

export const DEFAULT_TEAM_LIMITS: TeamLimits = {
  readTimeoutMs: 15_000,
  writeTimeoutMs: 30_000,
  lockTimeoutMs: 5_000,
  graceMs: 2_000,
  maxReceivedBytes: 16 * 1024 * 1024,
  maxResultLength: 256_000,
  maxReturnedRows: 500,
  maxStoredBytes: 1024 ** 3,
  maxConcurrent: 3,
};
