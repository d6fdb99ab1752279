import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVault } from "../../security/vault.ts";
import { describeMcpServerBook } from "../../testing/mcp-book-contract.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createPrisma, type Prisma } from "../prisma.ts";
import { createMcpServerStore } from "./mcp-server-store.ts";

let database: TestDatabase;
let prisma: Prisma;
const vault = createVault({ key: randomBytes(32) });
beforeAll(async () => {
  database = await createTestDatabase();
  prisma = createPrisma(database.url, "openhive-test");
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.close();
});

describeMcpServerBook(async () => {
  await prisma.mcpServer.deleteMany();
  return createMcpServerStore(prisma, vault);
});

test("values of the environment lie encrypted in the database, names do not", async () => {
  await createMcpServerStore(prisma, vault).save({
    name: "sealed",
    command: "node",
    args: [],
    env: { TOKEN: "very-secret" },
  });
  const row = await prisma.mcpServer.findUniqueOrThrow({ where: { name: "sealed" } });
  expect(row.envNames).toEqual(["TOKEN"]);
  expect(JSON.stringify(row)).not.toContain("very-secret");
});
