import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgId, SessionId } from "../../contract/ids.ts";
import { drawPlayedOrg } from "../../testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createOrgStore } from "../orgs/org-store.ts";
import { createOrgVersionCache } from "../orgs/org-version-cache.ts";
import { createPrisma } from "../prisma.ts";
import { createRunStarter } from "../runs/create-run.ts";
import { createSessionStore } from "../sessions/postgres-session-store.ts";
import { createSlotDesk } from "./slot-desk.ts";

let template: TestDatabase;
let database: Database;
beforeAll(async () => {
  template = await createTestDatabase();
  database = createDatabase(template.url, "openhive-test");
});
afterAll(async () => {
  await database.end();
  await template.close();
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: template.url });
  await client.connect();
  await client.query("set lock_timeout = '5s'");
  return client;
}

/** A store under a limit of two for everybody, and sessions that are ready. */
async function openStore(count: number) {
  const prisma = createPrisma(template.url, "openhive-test");
  const document = drawPlayedOrg(["lead"]);
  const orgId = await createOrgStore({ prisma, database }).create({ slug: "limited", document });
  const [lead] = document.agents;
  if (!orgId || !lead) throw new Error("There is an org with a lead.");
  const sessions: SessionId[] = [];
  for (let made = 0; made < count; made += 1) {
    const run = { orgId: orgId as OrgId, orgName: "Limited", orgVersion: 1, task: "Work", lead };
    const created = await createRunStarter(database)({ ...run, attachments: [] });
    sessions.push(created.sessionId);
  }
  await prisma.$disconnect();
  const onCommit = (): void => undefined;
  const providers = { read: async () => new Map<string, number>() };
  const slots = createSlotDesk({ database, onCommit, global: 2, providers });
  const versions = createOrgVersionCache(database);
  return { sessions, store: createSessionStore({ database, versions, onCommit, slots }) };
}

/** Ends a session as its worker's last commit does, but keeps the commit open. */
async function endWithoutCommit(client: Client, session: SessionId | undefined): Promise<void> {
  await client.query("begin");
  await client.query(
    "update session set status = 'completed', owner = null, finished_at = now() where id = $1",
    [session],
  );
  await client.query("set constraints all immediate");
}

test("two sessions that end at the same moment do not wait for each other, and both places are taken again", async () => {
  const { sessions, store } = await openStore(4);
  const [first, second, third, fourth] = sessions;
  const rung: string[] = [];
  const ears = await connect();
  ears.on("notification", ({ payload }) => {
    const ring = JSON.parse(payload ?? "{}");
    if (ring.type === "slot") rung.push(ring.sessionId);
  });
  await ears.query("listen openhive");
  const claim = async (session: SessionId | undefined) =>
    (await store.claim(session ?? ("" as SessionId), 1)) !== undefined;
  expect([await claim(first), await claim(second), await claim(third), await claim(fourth)]).toEqual([
    true,
    true,
    false,
    false,
  ]);

  const [one, another] = [await connect(), await connect()];
  await endWithoutCommit(one, first);
  await endWithoutCommit(another, second);
  await one.query("commit");
  await another.query("commit");
  await expect.poll(() => rung).toContain(third);
  expect(await claim(third)).toBe(true);
  await expect.poll(() => rung, { message: "whoever took a place rings for the next one" }).toContain(fourth);
  expect(await claim(fourth)).toBe(true);
  const { rows } = await ears.query("select count(*)::int as count from slot");
  expect(rows).toEqual([{ count: 2 }]);
  for (const client of [one, another, ears]) await client.end();
});
