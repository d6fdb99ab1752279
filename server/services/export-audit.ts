import { type AuditEntry, type AuditFilter, type AuditPage, auditFilterInput } from "../contract/audit.ts";
import { toPlainJson, toVisible } from "../contract/visible-text.ts";

export type AuditFormat = "csv" | "json" | "jsonl";

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
  "count",
  "lastAt",
  "id",
] as const satisfies readonly (keyof AuditEntry)[];

/** How entries become text: what stands before all, before each but the first, and after all. */
interface Writing {
  readonly head: string;
  readonly between: string;
  readonly foot: string;
  write(entry: AuditEntry): string;
}

const WRITINGS: Readonly<Record<AuditFormat, Writing>> = {
  csv: { head: `${COLUMNS.join(",")}\r\n`, between: "", foot: "", write: toCsvLine },
  json: { head: "[\n", between: ",\n", foot: "\n]\n", write: toJson },
  jsonl: { head: "", between: "", foot: "", write: toJsonLine },
};

/** The whole audit, newest first, in pieces of some hundred entries. CSV begins with the names of its columns (RFC 4180), JSON is one list. */
export async function* exportAudit(
  list: (filter: AuditFilter) => Promise<AuditPage>,
  format: AuditFormat,
): AsyncGenerator<string> {
  const { head, between, foot, write } = WRITINGS[format];
  if (head !== "") yield head;
  let lead = "";
  let before: string | undefined;
  do {
    const page = await list(auditFilterInput.parse({ limit: 500, before }));
    if (page.entries.length > 0) yield lead + page.entries.map(write).join(between);
    lead = between;
    before = page.nextBefore ?? undefined;
  } while (before !== undefined);
  if (foot !== "") yield foot;
}

function toJson(entry: AuditEntry): string {
  return toPlainJson(JSON.stringify(entry));
}

function toJsonLine(entry: AuditEntry): string {
  return `${toJson(entry)}\n`;
}

function toCsvLine(entry: AuditEntry): string {
  return `${COLUMNS.map((column) => toCell(entry[column])).join(",")}\r\n`;
}

function toCell(value: AuditEntry[keyof AuditEntry]): string {
  const text = toVisible(value === null ? "" : typeof value === "string" ? value : JSON.stringify(value));
  // A spreadsheet would take these for formulas, and agents choose what stands here.
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
