import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApprovalRequest } from "../../contract/approval.ts";
import type { OrgId, WaitId } from "../../contract/ids.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createOrgStore } from "../orgs/org-store.ts";
import { createPrisma, type Prisma } from "../prisma.ts";
import { createWaitStore, type WaitStore } from "./wait-store.ts";

let testDatabase: TestDatabase;
let database: Database;
let prisma: Prisma;
let orgId: OrgId;
let waits: WaitStore;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, "openhive-test");
  prisma = createPrisma(testDatabase.url, "openhive-test");
  const orgs = createOrgStore({ prisma, database });
  orgId = (await orgs.create({ slug: "asking", document: drawOrg(["lead"]) })) as OrgId;
  waits = createWaitStore(database, () => undefined);
});
afterAll(async () => {
  await database.end();
  await prisma.$disconnect();
  await testDatabase.close();
});

const approvalOf = (text: string): ApprovalRequest => ({
  tool: "write_file",
  origin: { kind: "builtin", id: "files" },
  input: { path: "a.txt", text },
  digest: "d",
  summary: "write_file",
  reason: "It may destroy something",
  identities: [{ executable: "builtin/files/write_file", shape: JSON.stringify({ path: "a.txt", text }) }],
  canRemember: true,
  chain: ["Lead"],
  expiresAt: "2026-03-02T09:00:00.000Z",
});

/** A request of a run with this task, answered or still open. */
async function draw(request: object, task: string, status: "answered" | "open"): Promise<string> {
  const { rows } = await database.query<{ id: string }>({
    text: `with r as (
  insert into run (id, org_id, org_name, org_version, task, status, is_scripted)
  values (gen_random_uuid(), $1, 'Asking', 1, $2, 'running', true) returning id
), s as (
  insert into session (id, run_id, agent_id, agent_name, task, depth, status)
  select gen_random_uuid(), id, 'lead', 'Lead', '', 0, 'parked' from r returning id, run_id
)
insert into wait (id, run_id, session_id, call_id, kind, request, status, answer, answered_at)
select gen_random_uuid(), run_id, id, 'c', 'approval', $3::text::json, $4, case when $4 = 'answered' then '{"answers": []}'::json end,
  case when $4 = 'answered' then now() end
from s returning id`,
    values: [orgId, task, JSON.stringify(request), status],
  });
  return rows[0]?.id ?? "";
}

test("the list of what was answered carries long arguments and tasks by their beginning", async () => {
  const approval = approvalOf("long ".repeat(100_000));
  const id = await draw({ questions: [], approval }, "task ".repeat(20_000), "answered");
  const wait = (await waits.listAnswered()).find((one) => one.id === id);
  expect(wait?.approval).toMatchObject({ tool: "write_file", digest: "d", summary: "write_file" });
  expect(wait?.approval?.input).toMatch(/^\{"path":"a\.txt","text":"long long .* \.\.\.$/s);
  expect(wait?.task).toMatch(/^task task /);
  expect(JSON.stringify(wait).length).toBeLessThan(25_000);
});

test("shorter ones it carries whole", async () => {
  const short = { questions: [], approval: approvalOf("short") };
  const answered = await draw(short, "A task", "answered");
  expect((await waits.listAnswered()).find(({ id }) => id === answered)).toMatchObject({
    ...short,
    task: "A task",
  });
});

test("a list says of what is open that it shows a beginning alone, and a person decides on the whole", async () => {
  const long = { questions: [], approval: approvalOf("long ".repeat(100_000)) };
  const task = "task ".repeat(20_000);
  const shape = "a script ".repeat(2_000);
  const longShape = { ...approvalOf("short"), identities: [{ executable: "sh", shape }] };
  const [longArguments, longIdentity, longTask, short] = await Promise.all([
    draw(long, "A task", "open"),
    draw({ questions: [], approval: longShape }, "A task", "open"),
    draw({ questions: [], approval: approvalOf("short") }, task, "open"),
    draw({ questions: [], approval: approvalOf("short") }, "A task", "open"),
  ]);
  const listed = new Map((await waits.listOpen()).map((wait) => [wait.id as string, wait]));
  for (const id of [longArguments, longIdentity, longTask]) {
    expect(listed.get(id)?.isShortened).toBe(true);
    expect(JSON.stringify(listed.get(id)).length).toBeLessThan(25_000);
  }
  expect(listed.get(short)).not.toHaveProperty("isShortened");
  expect(await waits.readOpen(longArguments as WaitId)).toMatchObject({ ...long, task: "A task" });
  expect(await waits.readOpen(longTask as WaitId)).toMatchObject({ task, approval: approvalOf("short") });
  for (const id of [longArguments, longIdentity, longTask]) {
    expect(await waits.readOpen(id as WaitId)).not.toHaveProperty("isShortened");
  }
});

test("what was answered, what is not there and what is no id is not read as open", async () => {
  const answered = await draw({ questions: [] }, "A task", "answered");
  for (const id of [answered, crypto.randomUUID(), "x"]) {
    expect(await waits.readOpen(id as WaitId)).toBeUndefined();
  }
});
