import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditFilterInput } from "../contract/audit.ts";
import { DEFAULT_POLICY, globalPolicySchema } from "../contract/tool-policy.ts";
import { createDatabase, inTransaction } from "../store/database.ts";
import { createRuleStore } from "../store/rules/rule-store.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createCaller } from "../trpc/root.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hive: Hive;
let api: ReturnType<typeof createCaller>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  hive = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  api = createCaller({ services: hive.services });
});
afterAll(async () => {
  await hive.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});
beforeEach(() => api.tools.savePolicy({ policy: {} }));

/** What the audit has of changed rules, newest first. */
async function changes() {
  const { entries } = await hive.services.listAudit(auditFilterInput.parse({ kind: "policy" }));
  return entries.map(({ detail }) => detail);
}

async function countWaiting(): Promise<number> {
  const waiting = await database.query(
    `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`,
  );
  return waiting.length;
}

async function storedPolicy() {
  const [row] = await database.query<{ value: unknown }>(
    "select value from setting where key = 'tool-policy'",
  );
  return row?.value;
}

test("a form that began from rules which were changed since is told what they are, and takes nothing away", async () => {
  const base = await api.tools.policy();
  const theirs = await api.tools.savePolicy({ policy: { ...base, deny: ["db_exec"] }, base });
  const known = (await changes()).length;
  await expect(api.tools.savePolicy({ policy: { ...base, allow: ["recall"] }, base })).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("changed elsewhere"),
    cause: { data: { policy: theirs } },
  });
  expect(await api.tools.policy()).toEqual(theirs);
  expect(await changes()).toHaveLength(known);
  const both = await api.tools.savePolicy({ policy: { ...theirs, allow: ["recall"] }, base: theirs });
  expect(await api.tools.policy()).toEqual(both);
  expect(both).toMatchObject({ deny: ["db_exec"], allow: ["recall"] });
});

test("of two that save at once one waits for the other and is told, also before any rule was ever stored", async () => {
  await database.query("delete from setting where key = 'tool-policy'");
  const theirs = globalPolicySchema.parse({ deny: ["exec"] });
  const other = createDatabase(database.url, "another process");
  const rules = createRuleStore(other);
  const late = await inTransaction(other, async (transaction) => {
    expect(await rules.lockPolicy(transaction)).toEqual(DEFAULT_POLICY);
    const saving = Promise.allSettled([
      api.tools.savePolicy({ policy: { deny: ["cron"] }, base: DEFAULT_POLICY }),
    ]);
    await expect.poll(countWaiting).toBe(1);
    await rules.savePolicy(theirs, transaction);
    // Not awaited here: it ends when this transaction does.
    return { saving };
  });
  await other.end();
  expect(await late.saving).toMatchObject([{ status: "rejected", reason: { code: "CONFLICT" } }]);
  expect(await storedPolicy()).toEqual(theirs);
});

test("whoever names no base replaces what is there, and the audit has what that was", async () => {
  expect(await api.tools.policy()).toEqual(DEFAULT_POLICY);
  // By another process that rang no bell: what is kept here is older.
  const theirs = globalPolicySchema.parse({ deny: ["exec"] });
  await database.query("update setting set value = $1 where key = 'tool-policy'", [JSON.stringify(theirs)]);
  const mine = await api.tools.savePolicy({ policy: { deny: ["cron"] } });
  expect((await changes())[0]).toMatchObject({ before: theirs, after: mine });
});

test("rules that cannot be read are mended by a form that shows them as they hold", async () => {
  await database.query("update setting set value = '{\"profile\": 7}' where key = 'tool-policy'");
  const base = globalPolicySchema.parse({ deny: ["*"] });
  const mended = await api.tools.savePolicy({ policy: { ...base, deny: [] }, base });
  expect(await api.tools.policy()).toEqual(mended);
});
