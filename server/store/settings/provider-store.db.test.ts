import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saveProviderInput } from "../../contract/provider.ts";
import { createModelDirectory } from "../../providers/model-directory.ts";
import { createVault } from "../../security/vault.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createPrisma, type Prisma } from "../prisma.ts";
import { createProviderStore, type ProviderStore } from "./provider-store.ts";

let database: TestDatabase;
let prisma: Prisma;
let pool: Database;
let store: ProviderStore;
beforeAll(async () => {
  database = await createTestDatabase();
  prisma = createPrisma(database.url, "openhive-test");
  pool = createDatabase(database.url, "openhive-test");
});
beforeEach(async () => {
  await prisma.provider.deleteMany();
  store = createProviderStore({ prisma, database: pool, secrets: createVault({ key: randomBytes(32) }) });
});
afterAll(async () => {
  await prisma.$disconnect();
  await pool.end();
  await database.close();
});

const lab = (more: Readonly<Record<string, unknown>> = {}) =>
  saveProviderInput.parse({
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    baseUrl: "http://127.0.0.1:1/v1",
    models: ["a"],
    ...more,
  });

test("a saved provider comes back with its key, which lies encrypted in the database", async () => {
  await store.save(lab({ apiKey: "key-very-secret" }));
  expect(await store.find("lab")).toEqual({
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    baseUrl: "http://127.0.0.1:1/v1",
    apiKey: "key-very-secret",
    models: ["a"],
    maxConcurrentSessions: null,
    contextTokens: {},
    wire: null,
  });
  const row = await prisma.provider.findUniqueOrThrow({ where: { id: "lab" } });
  expect(row.secret).not.toBeNull();
  expect(JSON.stringify(row)).not.toContain("key-very-secret");
});

test("saving without a key keeps the stored one, and null removes it", async () => {
  await store.save(lab({ apiKey: "key-very-secret" }));
  await store.save(lab({ name: "Laboratory" }));
  expect(await store.find("lab")).toMatchObject({ name: "Laboratory", apiKey: "key-very-secret" });
  await store.save(lab({ apiKey: null }));
  expect(await store.find("lab")).toMatchObject({ apiKey: null });
});

test("a limit and context sizes are kept until others are saved, and are part of the description", async () => {
  await store.save(lab({ maxConcurrentSessions: 4, contextTokens: { a: 32_768 } }));
  await store.save(lab({ name: "Laboratory" }));
  const directory = createModelDirectory({
    settings: store,
    environment: { anthropic: {}, openai: {}, google: {}, openaiCompatible: {} },
    rehearsalPace: 0,
  });
  expect(await directory.describeProviders()).toContainEqual(
    expect.objectContaining({ id: "lab", maxConcurrentSessions: 4, contextTokens: { a: 32_768 } }),
  );
  const contextOf = async (model: string) =>
    (await directory.resolve({ provider: "lab", model })).contextTokens;
  expect([await contextOf("a"), await contextOf("b")]).toEqual([32_768, 128_000]);
  await store.save(lab({ maxConcurrentSessions: null, contextTokens: {} }));
  expect(await store.find("lab")).toMatchObject({ maxConcurrentSessions: null, contextTokens: {} });
});

test("the wire that was chosen is kept until another one is saved, and null is the kind's own", async () => {
  await store.save(lab({ wire: "messages" }));
  await store.save(lab({ name: "Laboratory" }));
  expect(await store.find("lab")).toMatchObject({ name: "Laboratory", wire: "messages" });
  await store.save(lab({ wire: null }));
  expect(await store.find("lab")).toMatchObject({ wire: null });
});

test("the description of providers says that there is a key, and never what it is", async () => {
  await store.save(lab({ apiKey: "key-very-secret" }));
  const directory = createModelDirectory({
    settings: store,
    environment: {
      anthropic: { apiKey: "key-of-environment" },
      openai: {},
      google: {},
      openaiCompatible: {},
    },
    rehearsalPace: 0,
  });
  const described = await directory.describeProviders();
  expect(described).toContainEqual(expect.objectContaining({ id: "lab", hasKey: true, source: "settings" }));
  expect(described).toContainEqual(
    expect.objectContaining({ id: "anthropic", hasKey: true, source: "environment" }),
  );
  expect(JSON.stringify(described)).not.toMatch(/key-very-secret|key-of-environment/);
});

test("a removed provider is gone, and removing it again is fine", async () => {
  await store.save(lab());
  await store.remove("lab");
  await store.remove("lab");
  expect(await store.find("lab")).toBeUndefined();
  expect(await store.list()).toEqual([]);
});
