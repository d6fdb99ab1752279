import type { Json } from "./json.ts";

/** Why the team database refused or failed; the first word of the message a model gets. */
export type TeamDatabaseCode =
  | "syntax"
  | "multi_statement"
  | "not_a_select"
  | "read_denied"
  | "write_denied"
  | "ddl_denied"
  | "destructive_unconfirmed"
  | "invalid_sql"
  | "invalid_value"
  | "constraint_violation"
  | "conflict"
  | "timeout"
  | "result_too_large"
  | "limit_reached"
  | "aborted"
  | "outcome_unknown"
  | "unavailable"
  | "internal";

export interface TeamDatabaseFailure {
  readonly code: TeamDatabaseCode;
  /** What happened, in the database's own words where it has some, with the place in the statement. */
  readonly message: string;
  /** What the caller can do about it. */
  readonly suggestion?: string;
}

export type TeamOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: TeamDatabaseFailure };

/** One statement with the values of its `$1`, `$2` ... */
export interface TeamStatement {
  readonly sql: string;
  /** An array becomes a PostgreSQL array, an object becomes JSON. */
  readonly params: readonly Json[];
}

export interface TeamQuery extends TeamStatement {
  /** Rows to give back at most. */
  readonly limit: number;
}

export interface TeamCommand extends TeamStatement {
  /** True when the caller means to drop things or to change every row of a table. */
  readonly isDestructionConfirmed: boolean;
}

export interface ResultColumn {
  readonly name: string;
  /** As PostgreSQL writes it: `numeric(10,2)`, `text[]`. */
  readonly type: string;
}

/**
 * Rows as JSON. Numbers are numbers where JSON holds them exactly; `numeric` and larger `bigint` values are strings of
 * digits. Dates and times are ISO 8601 (`timestamptz` in UTC), intervals ISO 8601 durations, `json` is itself, arrays
 * of these are arrays, `bytea` is PostgreSQL's hex text `\x...`; everything else is the text PostgreSQL writes.
 */
export interface ResultRows {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly Json[])[];
  /** Why rows are missing at the end, if they are: the row limit, or too much text. */
  readonly cutBy: "limit" | "size" | null;
}

export interface CommandAnswer {
  /** `INSERT`, `CREATE` ... */
  readonly command: string;
  /** Rows inserted, changed or removed; null for a definition. */
  readonly rowCount: number | null;
  /** What a RETURNING clause gave. */
  readonly returned: ResultRows;
}

export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly default: string | null;
  readonly comment: string | null;
}

export interface DescribedKey {
  readonly kind: "primary key" | "unique" | "foreign key" | "check" | "exclude" | "not null";
  /** As PostgreSQL writes it: `FOREIGN KEY (customer) REFERENCES customer(id)`. */
  readonly definition: string;
}

export interface DescribedTable {
  readonly name: string;
  readonly kind: "table" | "view" | "materialized view" | "partitioned table";
  /** An estimate, a moment old; null while nothing is known and for views. */
  readonly rowEstimate: number | null;
  readonly comment: string | null;
  readonly columns: readonly DescribedColumn[];
  readonly keys: readonly DescribedKey[];
  /** Indexes that are no key, as PostgreSQL writes them. */
  readonly indexes: readonly string[];
}

export interface DatabaseDescription {
  readonly tables: readonly DescribedTable[];
  /** Enumerated types with their values, in order. */
  readonly enums: readonly { readonly name: string; readonly values: readonly string[] }[];
}
