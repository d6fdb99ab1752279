import type { ParsedStatement, SyntaxNode } from "./parse-statement.ts";
import { LOSING_TABLE_CHANGES } from "./statement-rules.ts";
import { type VisitedNode, walkSyntax } from "./walk-syntax.ts";

const CHANGES = new Set(["UpdateStmt", "DeleteStmt", "MergeStmt"]);
const WRITES = new Set([...CHANGES, "InsertStmt"]);

/** Says what makes a statement more than a plain SELECT, in words; undefined when it is one. */
export function findWrite(statement: ParsedStatement): string | undefined {
  if (statement.kind !== "SelectStmt") return "This is not a SELECT.";
  for (const { kind, node } of walkSyntax(statement)) {
    if (kind !== null && WRITES.has(kind)) return "The statement changes data inside WITH.";
    if (node["intoClause"] !== undefined) return "SELECT INTO makes a table.";
    if (node["lockingClause"] !== undefined) return "FOR UPDATE and FOR SHARE lock rows.";
  }
  return undefined;
}

/** Says what a statement destroys by its very form, whatever the data; undefined when that depends on the data. */
export function findDestruction(statement: ParsedStatement): string | undefined {
  for (const visited of walkSyntax(statement)) {
    const destruction = describeDestruction(visited);
    if (destruction !== undefined) return destruction;
  }
  return undefined;
}

function describeDestruction({ kind, node }: VisitedNode): string | undefined {
  if (kind === "DropStmt") return "It drops what it names.";
  if (kind === "TruncateStmt") return "It removes every row.";
  if (LOSING_TABLE_CHANGES.has(String(node["subtype"]))) return "It drops or converts a column.";
  if (node["whereClause"] !== undefined) return undefined;
  if (kind === "DeleteStmt") return "DELETE without WHERE removes every row.";
  return kind === "UpdateStmt" ? "UPDATE without WHERE changes every row." : undefined;
}

/** The tables whose rows a statement changes or removes, wherever in it.
 * An INSERT does not count, with ON CONFLICT neither: it writes the rows it was given. */
export function findChangedTables(statement: ParsedStatement): readonly string[] {
  const names = new Set<string>();
  for (const { kind, node } of walkSyntax(statement)) {
    const target =
      kind !== null && CHANGES.has(kind) ? (node["relation"] as SyntaxNode | undefined) : undefined;
    if (typeof target?.["relname"] === "string") names.add(target["relname"]);
  }
  return [...names];
}

/** True when a statement can only make the database smaller. */
export function isRemoval({ kind }: ParsedStatement): boolean {
  return kind === "DeleteStmt" || kind === "DropStmt" || kind === "TruncateStmt";
}
