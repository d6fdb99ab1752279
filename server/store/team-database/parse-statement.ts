import { hasSqlDetails, loadModule, parseSync } from "libpg-query";
import { atPlace } from "./statement-place.ts";
import { TeamFailure } from "./team-failure.ts";

/** A node of PostgreSQL's own parse tree. */
export interface SyntaxNode {
  readonly [key: string]: unknown;
}

export interface ParsedStatement {
  /** The kind of the statement: `SelectStmt`, `DropStmt` ... */
  readonly kind: string;
  readonly node: SyntaxNode;
}

/**
 * Reads one SQL statement with PostgreSQL's own grammar, so that what is judged is what the server will see.
 * Throws a `TeamFailure` for a syntax error, for no statement and for more than one.
 */
export async function parseStatement(sql: string): Promise<ParsedStatement> {
  if (sql.includes("\u0000") || !sql.isWellFormed()) {
    throw new TeamFailure(
      "syntax",
      "The statement holds characters that are no text (NUL or half a character).",
    );
  }
  await loadModule();
  const statements = parse(sql);
  const [first] = statements;
  if (first === undefined) {
    throw new TeamFailure("syntax", "There is no statement here.", {
      suggestion: "Write one SQL statement.",
    });
  }
  if (statements.length > 1) {
    throw new TeamFailure(
      "multi_statement",
      `These are ${statements.length} statements; one call runs one.`,
      {
        suggestion: "Make one call for each statement.",
      },
    );
  }
  return first;
}

function parse(sql: string): readonly ParsedStatement[] {
  try {
    // The parser takes no empty text.
    if (sql.trim() === "") return [];
    return (parseSync(sql).stmts ?? []).map(({ stmt }) => toStatement(stmt as SyntaxNode | undefined));
  } catch (error) {
    throw toSyntaxFailure(error, sql);
  }
}

/** A statement node is an object with one key, its kind. */
function toStatement(statement: SyntaxNode | undefined): ParsedStatement {
  const [entry] = Object.entries(statement ?? {});
  if (entry === undefined) throw new TeamFailure("syntax", "There is an empty statement here.");
  return { kind: entry[0], node: entry[1] as SyntaxNode };
}

function toSyntaxFailure(error: unknown, sql: string): unknown {
  if (error instanceof RangeError) {
    return new TeamFailure("syntax", "The statement is nested too deeply.", {
      suggestion: "Write it with fewer levels, or with values in params (for example = any($1)).",
      cause: error,
    });
  }
  if (!hasSqlDetails(error)) return error;
  const position = (error.sqlDetails?.cursorPosition ?? -1) + 1;
  return new TeamFailure("syntax", atPlace(error.message, sql, position), { cause: error });
}
