import { afterAll, beforeAll } from "vitest";
import { createPostgresWorld } from "../../testing/postgres-world.ts";
import { runControlSuite } from "../../testing/run-control-suite.ts";
import { sessionStoreSuite } from "../../testing/session-store-suite.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";

let database: TestDatabase;
let world: ReturnType<typeof createPostgresWorld>;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createPostgresWorld(database.url);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

sessionStoreSuite("sessions in PostgreSQL", () => world);
runControlSuite("run control in PostgreSQL", () => world);
