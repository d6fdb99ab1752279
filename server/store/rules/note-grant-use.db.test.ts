import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApprovalRequest } from "../../contract/approval.ts";
import { auditFilterInput } from "../../contract/audit.ts";
import type { ToolContext } from "../../engine/tool.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createTestPool } from "../../testing/test-pool.ts";
import { listAudit } from "./audit-store.ts";
import { noteGrantUse } from "./note-grant-use.ts";

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createTestPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const sessionOf = (runId: string) =>
  ({ runId, sessionId: randomUUID(), scope: { agent: { name: "A" } } }) as unknown as ToolContext;
const requestOf = (command: string): ApprovalRequest =>
  ({
    tool: "run_shell",
    digest: `digest of ${command.slice(0, 30)}`,
    summary: command.slice(0, 300),
    input: { command },
    chain: ["Lead", "A"],
  }) as unknown as ApprovalRequest;
const entriesOf = async (runId: string) =>
  (await listAudit(pool as never, auditFilterInput.parse({ runId, limit: 500 }))).entries;

test("the same call that a lasting permission lets through again is counted in its entry, in each session", async () => {
  const runId = randomUUID();
  const [one, two] = [sessionOf(runId), sessionOf(runId)];
  for (let time = 0; time < 5; time += 1) await noteGrantUse(pool as never, one, requestOf("make"));
  await noteGrantUse(pool as never, one, requestOf("make test"));
  await noteGrantUse(pool as never, two, requestOf("make"));
  const found = (await entriesOf(runId)).map(({ subject, count, decision }) => [subject, count, decision]);
  expect(found.toReversed()).toEqual([
    ["make", 5, "allowed"],
    ["make test", 1, "allowed"],
    ["make", 1, "allowed"],
  ]);
});

test("a session that makes ever new calls has a limited number of entries, none goes uncounted, and long arguments are cut", async () => {
  const runId = randomUUID();
  const session = sessionOf(runId);
  for (let number = 0; number < 260; number += 1)
    await noteGrantUse(pool as never, session, requestOf(`make ${number} ${"x".repeat(50_000)}`));
  await noteGrantUse(pool as never, session, requestOf(`make 3 ${"x".repeat(50_000)}`));
  const found = await entriesOf(runId);
  expect(found).toHaveLength(201);
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(261);
  expect(found[0]).toMatchObject({ subject: "Further calls of this session", count: 60 });
  expect(found.find(({ subject }) => subject.startsWith("make 3 "))?.count).toBe(2);
  expect(Math.max(...found.map((entry) => JSON.stringify(entry).length))).toBeLessThan(10_000);
});
