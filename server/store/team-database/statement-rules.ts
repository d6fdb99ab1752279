/** Statements that db_exec runs: data, and definitions inside the org's own schema. Everything else is refused. */
export const DATA_STATEMENTS: ReadonlySet<string> = new Set([
  "SelectStmt",
  "InsertStmt",
  "UpdateStmt",
  "DeleteStmt",
  "MergeStmt",
]);

export const DEFINITION_STATEMENTS: ReadonlySet<string> = new Set([
  "CreateStmt",
  "CreateTableAsStmt",
  "AlterTableStmt",
  "RenameStmt",
  "DropStmt",
  "TruncateStmt",
  "IndexStmt",
  "ViewStmt",
  "RefreshMatViewStmt",
  "CreateSeqStmt",
  "AlterSeqStmt",
  "CreateEnumStmt",
  "AlterEnumStmt",
  "CreateDomainStmt",
  "AlterDomainStmt",
  "CompositeTypeStmt",
  "CommentStmt",
]);

/** What a definition may be about, where the statement can be about many kinds of things. */
export const DEFINABLE_OBJECTS: ReadonlySet<string> = new Set([
  "OBJECT_TABLE",
  "OBJECT_COLUMN",
  "OBJECT_VIEW",
  "OBJECT_MATVIEW",
  "OBJECT_INDEX",
  "OBJECT_SEQUENCE",
  "OBJECT_TYPE",
  "OBJECT_DOMAIN",
  "OBJECT_ATTRIBUTE",
  "OBJECT_TABCONSTRAINT",
  "OBJECT_DOMCONSTRAINT",
]);

/** Changes of a table that lose data. */
export const LOSING_TABLE_CHANGES: ReadonlySet<string> = new Set(["AT_DropColumn", "AT_AlterColumnType"]);

/**
 * Functions that reach beyond rows: settings, locks and notices of the whole database, large objects, SQL given as
 * text, the server itself. Most cannot do harm with an org's rights; none has a use in a query about data.
 */
const FORBIDDEN_FUNCTIONS =
  /^(pg_.*|lo_.*|loread|lowrite|(query|table|schema|database|cursor)_to_xml.*|set_config|current_setting|ts_stat|ts_rewrite|dblink.*|to_reg.*|has_.*_privilege|txid_.*|inet_(client|server)_.*|binary_upgrade_.*|brin_.*|gin_clean_pending_list)$/;

/** The harmless ones among those. */
const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set([
  "pg_typeof",
  "pg_column_size",
  "pg_size_pretty",
  "pg_size_bytes",
  "pg_input_is_valid",
  "pg_get_serial_sequence",
]);

export function isForbiddenFunction(name: string): boolean {
  return FORBIDDEN_FUNCTIONS.test(name) && !ALLOWED_FUNCTIONS.has(name);
}

const NAMING_TYPES = /^_?reg(class|proc|procedure|oper|operator|type|role|namespace|collation|database)$/;

/** `regclass` and its kin turn numbers into the names of other orgs' things. */
export function isForbiddenType(name: string): boolean {
  return NAMING_TYPES.test(name);
}
