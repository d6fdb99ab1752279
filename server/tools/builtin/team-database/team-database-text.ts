import type {
  CommandAnswer,
  DatabaseDescription,
  DescribedColumn,
  DescribedTable,
  ResultRows,
} from "../../../contract/team-database.ts";

/** Rows as the model reads them: the columns with their types, then one JSON array a row. */
export function toRowsText(result: ResultRows): string {
  const header = result.columns.map((column) => `${column.name} (${column.type})`).join(", ");
  const lines = result.rows.map((row) => JSON.stringify(row));
  return [`${countOf(result.rows.length, "row")}. Columns: ${header}`, ...lines, ...cutNote(result)].join(
    "\n",
  );
}

export function toCommandText(answer: CommandAnswer): string {
  const head =
    answer.rowCount === null
      ? `Done: ${answer.command}.`
      : `Done: ${answer.command}, ${countOf(answer.rowCount, "row")}.`;
  return answer.returned.columns.length === 0 ? head : `${head}\n${toRowsText(answer.returned)}`;
}

export function toDescriptionText({ tables, enums }: DatabaseDescription): string {
  if (tables.length === 0 && enums.length === 0) {
    return "The team database is empty. db_exec with CREATE TABLE makes the first table.";
  }
  const types = enums.map(({ name, values }) => `enum ${name}: ${values.join(", ")}`);
  return [...tables.map(toTableText), ...types].join("\n\n");
}

function toTableText(table: DescribedTable): string {
  const rows = table.rowEstimate === null ? "" : `, about ${countOf(table.rowEstimate, "row")}`;
  const comment = table.comment === null ? "" : `: ${table.comment}`;
  return [
    `${table.kind} ${table.name}${rows}${comment}`,
    ...table.columns.map((column) => `  ${toColumnText(column)}`),
    ...table.keys.map((key) => `  ${key.definition}`),
    ...table.indexes.map((index) => `  ${index}`),
  ].join("\n");
}

function toColumnText(column: DescribedColumn): string {
  const parts = [`${column.name} ${column.type}`];
  if (!column.isNullable) parts.push("not null");
  if (column.default !== null) parts.push(`default ${column.default}`);
  const comment = column.comment === null ? "" : ` -- ${column.comment}`;
  return parts.join(" ") + comment;
}

function cutNote({ cutBy }: ResultRows): readonly string[] {
  if (cutBy === null) return [];
  return cutBy === "limit"
    ? ["There are more rows: raise limit, or narrow or aggregate the query."]
    : [
        "Cut here because the rows hold too much text: select fewer columns, or shorten values with left(column, 200).",
      ];
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
