import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunSort, type RunSummary, runFilterInput, runSorts } from "../../contract/api.ts";
import type { OrgId } from "../../contract/ids.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createOrgStore } from "../orgs/org-store.ts";
import { createPrisma, type Prisma } from "../prisma.ts";
import { listRuns } from "./run-queries.ts";

let testDatabase: TestDatabase;
let database: Database;
let prisma: Prisma;
let orgId: OrgId;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, "openhive-test");
  prisma = createPrisma(testDatabase.url, "openhive-test");
  const orgs = createOrgStore({ prisma, database });
  orgId = (await orgs.create({ slug: "old-and-new", document: drawOrg(["lead > a"]) })) as OrgId;
  for (const [task, age] of [
    ["just now", "1 hour"],
    ["this week", "3 days"],
    ["this month", "20 days"],
    ["long ago", "400 days"],
  ])
    await database.query({
      text: `insert into run (id, org_id, org_name, org_version, task, status, is_scripted, started_at)
values (gen_random_uuid(), $1, 'Old and new', 1, $2, 'completed', true, now() - $3::interval)`,
      values: [orgId, task, age],
    });
});
afterAll(async () => {
  await database.end();
  await prisma.$disconnect();
  await testDatabase.close();
});

const list = async (filter: object) => {
  const page = await listRuns(database, runFilterInput.parse(filter));
  return { tasks: page.runs.map(({ task }) => task), total: page.total, all: page.counts.all };
};

test("a period leaves the runs that began in it, and counts no others", async () => {
  expect(await list({ days: 1 })).toEqual({ tasks: ["just now"], total: 1, all: 1 });
  expect(await list({ days: 7 })).toEqual({ tasks: ["just now", "this week"], total: 2, all: 2 });
  expect((await list({ days: 30 })).total).toBe(3);
  expect(await list({})).toMatchObject({ total: 4, all: 4 });
});

test("a period goes with every other filter, and pages on", async () => {
  expect(await list({ days: 30, search: "this", orgId })).toMatchObject({
    tasks: ["this week", "this month"],
  });
  expect((await list({ days: 30, status: "failed" })).total).toBe(0);
  const first = await listRuns(database, runFilterInput.parse({ days: 30, limit: 2 }));
  const second = await list({ days: 30, limit: 2, before: first.nextBefore });
  expect(second.tasks).toEqual(["this month"]);
});

test("a list in any order, read page by page, is that list: every run once, by what its row shows", async () => {
  const sorted = await drawSorted();
  const used = (run: RunSummary) => run.usage.inputTokens + run.usage.outputTokens;
  const shows: Readonly<Record<RunSort, (run: RunSummary) => string | number>> = {
    state: ({ status }) =>
      ["waiting", "running", "paused", "failed", "cancelled", "completed"].indexOf(status),
    task: ({ task }) => task.toLowerCase(),
    time: ({ startedAt, finishedAt }) =>
      (finishedAt === null ? Date.now() : Date.parse(finishedAt)) - Date.parse(startedAt),
    tokens: used,
    cost: ({ usage }) => usage.cost ?? 1e-12,
    by: ({ startedBy }) => startedBy?.toLowerCase() ?? "",
    started: ({ startedAt }) => Date.parse(startedAt),
  };
  for (const by of runSorts)
    for (const direction of ["asc", "desc"] as const) {
      const filter = { orgId: sorted, order: { by, direction } };
      const whole = (await listRuns(database, runFilterInput.parse(filter))).runs;
      const keys = whole.map(shows[by]);
      const expected = keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
      expect(keys, `${by} ${direction}`).toEqual(direction === "asc" ? expected : expected.toReversed());
      expect(await readByPages(filter), `${by} ${direction}`).toEqual(whole.map(({ id }) => id));
    }
});

test("a run of ten thousand events is drawn in a few spans with its failure, and not at all where nobody looks", async () => {
  const id = await drawLong();
  const [run] = (await listRuns(database, runFilterInput.parse({ orgId: id }))).runs;
  const spans = run?.lanes[0]?.spans ?? [];
  expect(spans.length).toBeGreaterThan(0);
  expect(spans.length).toBeLessThanOrEqual(250);
  expect(spans.filter(({ kind }) => kind === "failed")).toHaveLength(1);
  const covered = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  expect(covered).toBeCloseTo(1, 2);
  const bare = await listRuns(database, runFilterInput.parse({ orgId: id, hasLanes: false }));
  expect(bare.runs).toEqual([{ ...run, lanes: [] }]);
});

/** Ten thousand seconds, in each of which one of two things came to its end, and one of them badly. */
async function drawLong(): Promise<string> {
  const orgs = createOrgStore({ prisma, database });
  const id = (await orgs.create({ slug: "long", document: drawOrg(["lead"]) })) as OrgId;
  await database.query({
    text: `with r as (
  insert into run (id, org_id, org_name, org_version, task, status, is_scripted, started_at, finished_at)
  values (gen_random_uuid(), $1, 'Long', 1, 'long', 'completed', true, now() - interval '10000 s', now()) returning id, started_at
), s as (
  insert into session (id, run_id, agent_id, agent_name, task, depth, status)
  select gen_random_uuid(), id, 'lead', 'Lead', '', 0, 'completed' from r returning id, run_id
)
insert into event (run_id, seq, session_id, type, at, payload)
select r.id, n, s.id, case when n % 2 = 0 then 'tool_result' else 'turn.finished' end, r.started_at + make_interval(secs => n),
  json_build_object('durationMs', 1000, 'result', json_build_object('status', case when n = 5000 then 'error' else 'ok' end))
from r join s on s.run_id = r.id, generate_series(1, 10000) n`,
    values: [id],
  });
  return id;
}

/** Runs in every state, among them such that show the same in a column. */
async function drawSorted(): Promise<string> {
  const orgs = createOrgStore({ prisma, database });
  const id = (await orgs.create({ slug: "sorted", document: drawOrg(["lead"]) })) as OrgId;
  const statuses = ["running", "paused", "failed", "cancelled", "completed", "completed", "running"];
  for (const [at, status] of statuses.entries()) {
    const isOver = !["running", "paused"].includes(status);
    const { rows } = await database.query<{ id: string }>({
      text: `with r as (
  insert into run (id, org_id, org_name, org_version, task, status, is_scripted, started_at, finished_at, started_by, tokens, cost)
  values (gen_random_uuid(), $1, 'Sorted', 1, $2, $3, true, now() - make_interval(hours => $4), case when $5 then now() - make_interval(mins => $4) end, $6,
    ($8::int + 1) * $10::int, coalesce($9::float8, 0) * $10::int)
  returning id
), s as (
  insert into session (id, run_id, agent_id, agent_name, task, depth, status, input_tokens, output_tokens, cost)
  select gen_random_uuid(), r.id, 'lead', 'Lead', '', 0, $7, $8, 1, $9 from r, generate_series(1, $10) returning id, run_id
), w as (
  insert into wait (id, run_id, session_id, call_id, kind, request) select gen_random_uuid(), run_id, id, 'c', 'question', '[]' from s where $11
)
select id from r`,
      values: [
        id,
        ["b task", "B task", "a task"][at % 3],
        status,
        (at * 5) % 7,
        isOver,
        [null, "Anna", "anna at a page"][at % 3],
        isOver ? "completed" : "parked",
        (at * 3) % 4,
        [null, 0, 0.25][at % 3],
        (at % 2) + 1,
        at === 6,
      ],
    });
    expect(rows).toHaveLength(1);
  }
  return id;
}

async function readByPages(filter: object): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await listRuns(database, runFilterInput.parse({ ...filter, limit: 2, before }));
    ids.push(...page.runs.map(({ id }) => id));
    before = page.nextBefore;
  }
  return ids;
}
