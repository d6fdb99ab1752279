import { type AuditEntry, type AuditFilter, type AuditPage, auditFilterInput } from "../contract/audit.ts";

export type AuditFormat = "csv" | "jsonl";

const COLUMNS = [
  "at",
  "kind",
  "actor",
  "decision",
  "subject",
  "tool",
  "agentName",
  "chain",
  "runId",
  "sessionId",
  "digest",
  "detail",
  "id",
] as const satisfies readonly (keyof AuditEntry)[];

/** The whole audit, newest first, in pieces of some hundred lines. CSV begins with the names of its columns (RFC 4180). */
export async function* exportAudit(
  list: (filter: AuditFilter) => Promise<AuditPage>,
  format: AuditFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield `${COLUMNS.join(",")}\r\n`;
  let before: string | undefined;
  do {
    const page = await list(auditFilterInput.parse({ limit: 500, before }));
    yield page.entries.map(format === "csv" ? toCsvLine : toJsonLine).join("");
    before = page.nextBefore ?? undefined;
  } while (before !== undefined);
}

function toJsonLine(entry: AuditEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function toCsvLine(entry: AuditEntry): string {
  return `${COLUMNS.map((column) => toCell(entry[column])).join(",")}\r\n`;
}

function toCell(value: AuditEntry[keyof AuditEntry]): string {
  const text = value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
  // A spreadsheet would take these for formulas, and agents choose what stands here.
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
