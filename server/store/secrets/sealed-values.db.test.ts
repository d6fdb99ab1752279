import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { saveProviderInput } from "../../contract/provider.ts";
import { saveSecretInput } from "../../contract/secrets.ts";
import { changeKey, type SealedValues } from "../../security/change-key.ts";
import { encryptionKeyFile } from "../../security/encryption-key.ts";
import { openVault } from "../../security/open-vault.ts";
import type { Vault } from "../../security/vault.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createPrisma, type Prisma } from "../prisma.ts";
import { createRuleStore } from "../rules/rule-store.ts";
import { createCanaryStore } from "../settings/canary-store.ts";
import { createMcpServerStore } from "../settings/mcp-server-store.ts";
import { createProviderStore } from "../settings/provider-store.ts";
import { createSealedValues, SEALED_COLUMNS } from "./sealed-values.ts";
import { createSecretStore } from "./secret-store.ts";

let place: TestDatabase;
let database: Database;
let prisma: Prisma;
let dataDir: string;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createDatabase(place.url, "openhive-test");
  prisma = createPrisma(place.url, "openhive-test");
});
afterAll(async () => {
  await database.end();
  await prisma.$disconnect();
  await place.close();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openhive-rotation-"));
  await database.query("delete from setting where key = 'vault.canary'");
  for (const { table } of SEALED_COLUMNS) await database.query(`delete from "${table}"`);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const unlock = (configuredKey?: string) =>
  openVault({ dataDir, configuredKey, canary: createCanaryStore(database) });
const sealed = () => createSealedValues(database, "A test");
const keyFile = () => readFile(encryptionKeyFile(dataDir), "utf8");

/** One of everything that is encrypted. */
async function fill(vault: Vault): Promise<void> {
  await createSecretStore({ database, secrets: vault }).save(
    saveSecretInput.parse({ name: "ONE", value: "the first secret" }),
    "A test",
  );
  await createProviderStore({ prisma, database, secrets: vault }).save(
    saveProviderInput.parse({
      id: "lab",
      kind: "openai",
      name: "Lab",
      baseUrl: null,
      models: [],
      apiKey: "the key",
    }),
  );
  const server = { name: "one", command: "node", args: [], env: { TOKEN: "the token" } };
  await createMcpServerStore(prisma, vault).save(server);
  await database.query({
    text: "insert into team_database (org_id, schema_name, reader_role, writer_role, secret) values (gen_random_uuid(), 's', 'r', 'w', $1)",
    values: [await vault.encrypt("the passwords")],
  });
}

/** Everything that was encrypted, opened. */
async function readAll(vault: Vault): Promise<readonly unknown[]> {
  const { secrets } = await createRuleStore(database).current();
  const provider = await createProviderStore({ prisma, database, secrets: vault }).find("lab");
  const server = await createMcpServerStore(prisma, vault).get("one");
  const { rows } = await database.query<{ secret: string }>("select secret from team_database");
  const team = await vault.decrypt(rows[0]?.secret ?? "");
  return [await vault.decrypt(secrets[0]?.value ?? ""), provider?.apiKey, server?.env["TOKEN"], team];
}
const WHOLE = ["the first secret", "the key", "the token", "the passwords"];

test("everything is encrypted with the new key, and a process that was open takes it up by itself", async () => {
  const vault = await unlock();
  await fill(vault);
  const former = await vault.encrypt("late");
  const before = await keyFile();
  const other = await unlock();
  const { count } = await changeKey({
    dataDir,
    configuredKey: undefined,
    vault,
    sealed: sealed(),
    newKey: undefined,
  });
  expect(count).toBe(4);
  expect(await keyFile()).not.toBe(before);
  expect(await readAll(other)).toEqual(WHOLE);
  expect(await readAll(await unlock())).toEqual(WHOLE);
  await createSecretStore({ database, secrets: other }).save(
    saveSecretInput.parse({ name: "ONE", value: "changed" }),
    "A test",
  );
  expect((await readAll(await unlock()))[0]).toBe("changed");
  await expect(
    database.query({ text: "update secret set value = $1", values: [former] }),
  ).rejects.toMatchObject({ code: "OH001" });
});

test("every column that holds something encrypted is known to the change", async () => {
  await fill(await unlock());
  const { rows } = await database.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'json', 'jsonb', 'ARRAY')`,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const { rowCount } = await database.query(
      `select 1 from "${table}" where "${column}"::text like '%eyJhbGciOiJkaXIi%' limit 1`,
    );
    if (rowCount) found.push(`${table}.${column}`);
  }
  const known = ["setting.value", ...SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)];
  expect(found.filter((one) => !known.includes(one))).toEqual([]);
  const { rows: triggers } = await database.query<{ table: string }>(
    "select event_object_table as table from information_schema.triggers where action_statement like '%refuse_former_key%' group by 1",
  );
  expect(triggers.map(({ table }) => table).sort()).toEqual(
    SEALED_COLUMNS.map(({ table }) => table as string).sort(),
  );
});

/** A change that breaks off at its nth value, or right after its commit. */
function breaking(at: number | "after"): SealedValues {
  const real = sealed();
  let seen = 0;
  return {
    alone: real.alone,
    async resealAll(canary, reseal) {
      const count = await real.resealAll(canary, (value) => {
        seen += 1;
        if (seen === at) throw new Error("killed");
        return reseal(value);
      });
      if (at === "after") throw new Error("killed");
      return count;
    },
  };
}

test.each([1, 2, 3, "after"] as const)(
  "a change that is cut off at %s leaves everything readable, and can be made again",
  async (at) => {
    const vault = await unlock();
    await fill(vault);
    const before = await keyFile();
    const change = (values: SealedValues) =>
      changeKey({ dataDir, configuredKey: undefined, vault, sealed: values, newKey: undefined });
    await expect(change(breaking(at))).rejects.toThrow("killed");
    expect(await readAll(await unlock())).toEqual(WHOLE);
    expect((await keyFile()) === before).toBe(at !== "after");
    await change(sealed());
    expect(await readAll(await unlock())).toEqual(WHOLE);
  },
);

test("a configured key is changed for the one that is given; the former one is refused with what to do", async () => {
  const vault = await unlock("the first passphrase");
  await fill(vault);
  const options = { dataDir, configuredKey: "the first passphrase", vault, sealed: sealed() };
  await expect(changeKey({ ...options, newKey: "" })).rejects.toThrow("on standard input");
  await expect(changeKey({ ...options, newKey: "short" })).rejects.toThrow("too short");
  await changeKey({ ...options, newKey: "the second passphrase" });
  expect(await readAll(await unlock("the second passphrase"))).toEqual(WHOLE);
  await expect(unlock("the first passphrase")).rejects.toThrow(/vault rotate.*restart/);
  await expect(readAll(vault)).rejects.toThrow("restart");
  await expect(vault.encrypt("more")).rejects.toThrow("restart");
});

test("of two changes at once, one is made", async () => {
  const vault = await unlock();
  await fill(vault);
  const change = () =>
    changeKey({ dataDir, configuredKey: undefined, vault, sealed: sealed(), newKey: undefined });
  const outcomes = await Promise.allSettled([change(), change()]);
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
  expect(await readAll(await unlock())).toEqual(WHOLE);
});
