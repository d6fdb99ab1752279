import { afterAll, beforeAll, expect, test } from "vitest";
import type { SaveConflict } from "../../contract/api.ts";
import { isAppError } from "../../contract/app-error.ts";
import { createOrgServices } from "../../services/org-services.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database, inTransaction } from "../database.ts";
import { createPrisma, type Prisma } from "../prisma.ts";
import { createRunStarter } from "../runs/create-run.ts";
import { createOrgStore, type OrgStore } from "./org-store.ts";

let testDatabase: TestDatabase;
let database: Database;
let prisma: Prisma;
let orgs: OrgStore;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, "openhive-test");
  prisma = createPrisma(testDatabase.url, "openhive-test");
  orgs = createOrgStore({ prisma, database });
});
afterAll(async () => {
  await database.end();
  await prisma.$disconnect();
  await testDatabase.close();
});

const services = () =>
  createOrgServices(orgs, { stopRuns: async () => undefined, dropTables: async () => undefined });
const named = (name: string, lines: readonly string[] = ["lead > a"]) => ({ ...drawOrg(lines), name });
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isAppError(error)) throw new Error(`Expected a refusal, got ${String(error)}.`);
  return error;
}

test("a saved drawing comes back as it was, with the next version", async () => {
  const created = await services().createOrg({ document: named("Round trip") });
  const changed = {
    ...created.document,
    task: "a task",
    notes: [{ id: "n", text: "hi", position: { x: 1, y: 2 }, width: 100, height: 50 }],
  };
  expect(await services().saveOrg({ orgId: created.id, baseVersion: 1, document: changed })).toEqual({
    version: 2,
  });
  const read = await services().getOrg("round-trip");
  expect([read.version, read.document]).toEqual([2, changed]);
  expect(await services().getOrgVersion(created.id, 1)).toEqual(created.document);
});

test("a stale save is a conflict that shows the other side and writes nothing", async () => {
  const created = await services().createOrg({ document: named("Stale") });
  const theirs = { ...created.document, task: "theirs" };
  await services().saveOrg({ orgId: created.id, baseVersion: 1, document: theirs });
  const error = await refusal(
    services().saveOrg({
      orgId: created.id,
      baseVersion: 1,
      document: { ...created.document, task: "mine" },
    }),
  );
  expect(error.code).toBe("conflict");
  expect(error.data as SaveConflict).toEqual({ version: 2, document: theirs });
  expect((await services().getOrg(created.id)).document.task).toBe("theirs");
});

test("of many saves at once exactly one wins, and versions have no gap", async () => {
  const created = await services().createOrg({ document: named("Race") });
  const saves = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      services().saveOrg({
        orgId: created.id,
        baseVersion: 1,
        document: { ...created.document, task: `${index}` },
      }),
    ),
  );
  expect(saves.filter((save) => save.status === "fulfilled")).toHaveLength(1);
  expect((await services().listOrgVersions(created.id)).map(({ version }) => version)).toEqual([2, 1]);
});

test("a burst of saves keeps its last version, what came before it, and whatever a run uses", async () => {
  const created = await services().createOrg({ document: named("Burst") });
  const save = async (baseVersion: number) => {
    const document = { ...created.document, task: `after ${baseVersion}` };
    await services().saveOrg({ orgId: created.id, baseVersion, document });
  };
  const kept = async () => (await services().listOrgVersions(created.id)).map(({ version }) => version);
  for (const version of [1, 2, 3]) await save(version);
  expect(await kept()).toEqual([4, 1]);
  const [lead] = created.document.agents;
  if (!lead) throw new Error("The drawing has no agent.");
  const run = { orgId: created.id, orgName: "Burst", task: "work", lead, attachments: [] };
  await createRunStarter(database)({ ...run, orgVersion: 4 });
  for (const version of [4, 5]) await save(version);
  expect(await kept()).toEqual([6, 4, 1]);
  const tooLate = createRunStarter(database)({ ...run, orgVersion: 5 });
  expect((await refusal(tooLate)).code).toBe("conflict");
  expect((await services().getOrg(created.id)).version).toBe(6);
});

test("versions that stood for a while are kept", async () => {
  const created = await services().createOrg({ document: named("Slow") });
  for (const baseVersion of [1, 2, 3]) {
    await database.query({
      text: "update org_version set created_at = created_at - interval '11 minutes' where org_id = $1",
      values: [created.id],
    });
    await services().saveOrg({ orgId: created.id, baseVersion, document: created.document });
  }
  expect((await services().listOrgVersions(created.id)).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
});

test.each([
  ["a loop", ["a > b", "b > a"]],
  ["a longer loop", ["a > b", "b > c", "c > a"]],
  ["two parents", ["a > c", "b > c"]],
])("a drawing with %s is refused", async (_what, lines) => {
  const created = await services().createOrg({ document: named(`Broken ${lines.join()}`) });
  const error = await refusal(
    services().saveOrg({ orgId: created.id, baseVersion: 1, document: named("Broken", lines) }),
  );
  expect(error.code).toBe("invalid");
  expect((await services().getOrg(created.id)).version).toBe(1);
});

test("a line to the agent itself is refused", async () => {
  const document = { ...named("Self"), lines: [{ id: "l", parentId: "a", childId: "a" }] };
  expect((await refusal(services().createOrg({ document }))).message).toContain("itself");
});

test("the database itself refuses a loop that two transactions draw together", async () => {
  const created = await services().createOrg({ document: named("Two halves of a loop", ["a", "b"]) });
  const draw = (parent: string, child: string, meet: () => Promise<void>) =>
    inTransaction(database, async (transaction) => {
      await transaction.query({
        text: "insert into reporting_line (org_id, parent_id, child_id) values ($1, $2, $3)",
        values: [created.id, parent, child],
      });
      await meet();
    });
  let waiting = 2;
  const both = Promise.withResolvers<void>();
  const meet = () => {
    waiting -= 1;
    if (waiting === 0) both.resolve();
    return both.promise;
  };
  const outcomes = await Promise.allSettled([draw("a", "b", meet), draw("b", "a", meet)]);
  expect(outcomes.filter((outcome) => outcome.status === "rejected")).toHaveLength(1);
  expect(String(outcomes.find((outcome) => outcome.status === "rejected")?.reason)).toContain("loop");
});

test("names make slugs, and a taken one gets a number", async () => {
  const slugs = await Promise.all(
    [1, 2, 3].map(
      async () => (await services().createOrg({ document: named("Änderungen & Ähnliches!") })).slug,
    ),
  );
  expect(slugs.toSorted()).toEqual([
    "anderungen-ahnliches",
    "anderungen-ahnliches-2",
    "anderungen-ahnliches-3",
  ]);
});

test.each(["../etc", "A", "a b", "-a", ""])("the slug %j is refused", async (slug) => {
  expect((await refusal(services().createOrg({ document: named("Slug"), slug }))).code).toBe("invalid");
});

test("a removed org is gone from the list, and its slug stays taken because its runs refer to it", async () => {
  const created = await services().createOrg({ document: named("Gone"), slug: "gone" });
  await services().removeOrg(created.id);
  expect((await services().listOrgs()).map(({ slug }) => slug)).not.toContain("gone");
  expect((await refusal(services().getOrg("gone"))).code).toBe("not_found");
  expect((await refusal(services().removeOrg(created.id))).code).toBe("not_found");
  expect((await refusal(services().createOrg({ document: named("Gone"), slug: "gone" }))).code).toBe(
    "conflict",
  );
});

test("ids that are no ids are not found, never an error of the database", async () => {
  for (const id of ["..", "%2e%2e", "'; drop table org; --", "0"]) {
    expect((await refusal(services().getOrg(id))).code).toBe("not_found");
    expect((await refusal(services().removeOrg(id))).code).toBe("not_found");
    expect(
      (await refusal(services().saveOrg({ orgId: id, baseVersion: 1, document: named("x") }))).code,
    ).toBe("not_found");
  }
});

test("sketches show the asked versions alone, and nothing of orgs that were removed", async () => {
  const kept = await services().createOrg({ document: { ...named("Sketched"), direction: "right" } });
  const gone = await services().createOrg({ document: named("Sketched and gone") });
  const renamed = {
    ...kept.document,
    agents: kept.document.agents.map((agent) => ({ ...agent, name: "New" })),
  };
  await services().saveOrg({ orgId: kept.id, baseVersion: 1, document: renamed });
  await services().removeOrg(gone.id);
  const ask = (...wanted: (readonly [string, number])[]) =>
    services().sketchOrgs(wanted.map(([id, version]) => ({ id, version })));
  const [lead, child] = kept.document.agents.map(({ name, position }) => ({ name, ...position }));
  expect(await ask([kept.id, 1], [kept.id, 9], [gone.id, 1])).toEqual([
    { orgId: kept.id, version: 1, sketch: { direction: "right", cards: [lead, child], lines: [[0, 1]] } },
  ]);
  const [newest] = await ask([kept.id, 2]);
  expect(newest?.sketch.cards.map(({ name }) => name)).toEqual(["New", "New"]);
  expect(await ask()).toEqual([]);
});
