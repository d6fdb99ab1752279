import type { ParsedStatement, SyntaxNode } from "./parse-statement.ts";
import {
  DATA_STATEMENTS,
  DEFINABLE_OBJECTS,
  DEFINITION_STATEMENTS,
  isForbiddenFunction,
  isForbiddenType,
} from "./statement-rules.ts";
import { TeamFailure } from "./team-failure.ts";
import { walkSyntax } from "./walk-syntax.ts";

/**
 * Refuses what no call on a team database may hold, with a message that says why.
 *
 * This is the outer net and the one that explains. The inner one is PostgreSQL: the roles that statements run under
 * have no rights outside the org's schema, and the reading role can read alone.
 */
export function inspectStatement(statement: ParsedStatement, schema: string): void {
  for (const { kind, node } of walkSyntax(statement)) {
    inspectKind(kind);
    inspectObject(node);
    inspectRelation(node, schema);
    inspectFunction(node);
    inspectType(node);
  }
}

function inspectKind(kind: string | null): void {
  if (kind === null || !kind.endsWith("Stmt")) return;
  if (DATA_STATEMENTS.has(kind) || DEFINITION_STATEMENTS.has(kind)) return;
  throw new TeamFailure("ddl_denied", `${toStatementName(kind)} is not possible in the team database.`, {
    suggestion:
      "It takes SELECT, INSERT, UPDATE, DELETE, MERGE and the definition of tables, views, indexes, sequences and types. Each call is its own transaction.",
  });
}

const OBJECT_FIELDS = ["removeType", "renameType", "objtype"] as const;

function inspectObject(node: SyntaxNode): void {
  for (const field of OBJECT_FIELDS) {
    const type = node[field];
    if (typeof type !== "string" || DEFINABLE_OBJECTS.has(type)) continue;
    const name = type.replace("OBJECT_", "").toLowerCase();
    throw new TeamFailure("ddl_denied", `A ${name} cannot be defined or changed in the team database.`);
  }
}

function inspectRelation(node: SyntaxNode, schema: string): void {
  const name = node["relname"];
  if (typeof name !== "string") return;
  if (node["relpersistence"] === "t") {
    throw new TeamFailure(
      "ddl_denied",
      `"${name}" would be a temporary table, and those end with the call.`,
      {
        suggestion: "Use WITH inside one statement, or an ordinary table.",
      },
    );
  }
  const isElsewhere = node["catalogname"] !== undefined || (node["schemaname"] ?? schema) !== schema;
  if (isElsewhere || name.startsWith("pg_")) {
    const written = [node["catalogname"], node["schemaname"], name].filter(Boolean).join(".");
    throw new TeamFailure("read_denied", `"${written}" lies outside the team's own tables.`, {
      suggestion: "Name tables without a schema; db_describe shows what there is.",
    });
  }
}

function inspectFunction(node: SyntaxNode): void {
  const names = toNames(node["funcname"]);
  const name = names.at(-1);
  if (name === undefined) return;
  const isElsewhere = names.length > 1 && names[0] !== "pg_catalog";
  if (!isElsewhere && !isForbiddenFunction(name)) return;
  throw new TeamFailure(
    "read_denied",
    `The function ${names.join(".")} is not available in the team database.`,
    {
      suggestion: "Only functions that compute on values are.",
    },
  );
}

function inspectType(node: SyntaxNode): void {
  const name = toNames(node["names"]).at(-1);
  if (name === undefined || !isForbiddenType(name)) return;
  throw new TeamFailure("read_denied", `The type ${name} is not available in the team database.`);
}

function toNames(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((part: { readonly String?: { readonly sval?: unknown } }) =>
    typeof part?.String?.sval === "string" ? [part.String.sval] : [],
  );
}

/** `CreateFunctionStmt` reads "CREATE FUNCTION". */
function toStatementName(kind: string): string {
  return kind
    .replace(/Stmt$/, "")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toUpperCase();
}
