import { expect, test } from "vitest";
import type { AuditEntry } from "../contract/audit.ts";
import { type AuditFormat, exportAudit } from "./export-audit.ts";

const entry: AuditEntry = {
  id: "01a21fc7-65b2-7622-9388-fcbc0d7ee6df",
  at: "2026-11-28T04:00:00.000Z",
  kind: "approval",
  actor: "A person",
  subject: '=cmd|" /c calc"!A1',
  decision: "denied",
  runId: null,
  sessionId: null,
  agentName: "Analyst, the second",
  chain: ["Lead", "Analyst"],
  tool: "db_exec",
  digest: "ab",
  detail: { input: { sql: "drop table x;\nselect 1" } },
  count: 1,
  lastAt: null,
};

async function all(format: AuditFormat, pages: readonly (readonly AuditEntry[])[]): Promise<string> {
  let text = "";
  let page = 0;
  const list = async () => {
    page += 1;
    return { entries: pages[page - 1] ?? [], nextBefore: page < pages.length ? entry.id : null };
  };
  for await (const piece of exportAudit(list, format)) text += piece;
  return text;
}

test("JSON lines have every entry of every page, whole", async () => {
  const text = await all("jsonl", [[entry, entry], [entry]]);
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([entry, entry, entry]);
});

test("JSON is one list of every entry, also of none", async () => {
  expect(JSON.parse(await all("json", [[entry, entry], [entry]]))).toEqual([entry, entry, entry]);
  expect(JSON.parse(await all("json", [[]]))).toEqual([]);
});

test("CSV quotes what needs it and makes no formula of what an agent wrote", async () => {
  const text = await all("csv", [[entry]]);
  expect(text.split("\r\n")[0]).toBe(
    "at,kind,actor,decision,subject,tool,agentName,chain,runId,sessionId,digest,detail,count,lastAt,id",
  );
  expect(text).toContain(`"'=cmd|"" /c calc""!A1"`);
  expect(text).toContain(`"Analyst, the second","[""Lead"",""Analyst""]"`);
});
