import { afterAll, beforeAll, expect, test } from "vitest";
import { runFilterInput } from "../../contract/api.ts";
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
