import { afterAll, beforeAll, expect, test } from "vitest";
import { findLead } from "../../contract/org-graph.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createOrgStore } from "../orgs/org-store.ts";
import { createPrisma } from "../prisma.ts";
import { createRunStarter, type NewRun } from "./create-run.ts";
import { createEventLog } from "./event-log.ts";

let place: TestDatabase;
let database: Database;
let prisma: ReturnType<typeof createPrisma>;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createDatabase(place.url, "openhive-test-starts");
  prisma = createPrisma(place.url, "openhive-test-starts");
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.end();
  await place.close();
});

const document = drawOrg(["lead > a"]);
async function newRun(slug: string, more: Partial<NewRun> = {}): Promise<NewRun> {
  const orgId = await createOrgStore({ prisma, database }).create({ slug, document });
  const lead = findLead(document);
  if (!orgId || !lead) throw new Error("The org could not be made.");
  return { orgId, orgName: slug, orgVersion: 1, task: `Task of ${slug}`, lead, attachments: [], ...more };
}
test("runs that start together share a commit, each whole; one whose org was saved meanwhile is left out of it", async () => {
  const one = await newRun("one", {
    budget: { tokens: 500 },
    tools: ["add_todo"],
    task: "A \u0000 task\nof two lines",
  });
  const two = await newRun("two", { isUnattended: true });
  const old = await newRun("old", { orgVersion: 7 });
  const createRun = createRunStarter(database);
  const [first, second, refused, third] = await Promise.allSettled([
    createRun(one, { worker: 7 }),
    createRun(two, { worker: 7 }),
    createRun(old, { worker: 7 }),
    createRun(two),
  ]);
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  const log = createEventLog(database);
  for (const [start, types] of [first, second, third].map(
    (end) => [end, ["run.started", "session.started", "message.received"]] as const,
  )) {
    if (start.status !== "fulfilled") throw start.reason;
    const stored = await log.readEvents(start.value.runId, 0, 10);
    expect(stored.map(({ seq, type }) => [seq, type])).toEqual(types.map((type, index) => [index + 1, type]));
    expect(start.value.events).toEqual(stored);
  }
  const { rows } = await database.query(
    `select run.task, run.budget, run.request_tools, run.is_unattended, run.seq, session.status, session.fence, session.owner, session.position
     from run join session on session.run_id = run.id where run.id = any($1) order by run.org_name, session.fence desc`,
    [[first, second, third].map((end) => (end.status === "fulfilled" ? end.value.runId : ""))],
  );
  const owned = { status: "running", fence: 1, owner: 7, position: 1, seq: "3" };
  const plain = { budget: null, request_tools: null, is_unattended: true, task: "Task of two" };
  expect(rows).toEqual([
    {
      ...owned,
      task: "A \ufffd task\nof two lines",
      budget: { tokens: 500 },
      request_tools: ["add_todo"],
      is_unattended: false,
    },
    { ...owned, ...plain },
    { ...owned, ...plain, status: "ready", fence: 0, owner: null },
  ]);
  const commits = await database.query("select distinct xmin::text from run");
  expect(commits.rows).toHaveLength(1);
});
