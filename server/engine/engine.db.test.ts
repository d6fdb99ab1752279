import { afterAll, beforeAll } from "vitest";
import { engineContextSuite } from "../testing/engine-context-suite.ts";
import { engineControlSuite } from "../testing/engine-control-suite.ts";
import { engineFailureSuite } from "../testing/engine-failure-suite.ts";
import { engineSuite } from "../testing/engine-suite.ts";
import { createPostgresWorld } from "../testing/postgres-world.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

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

engineSuite("the engine on PostgreSQL", () => world);
engineFailureSuite("what fails, on PostgreSQL", () => world);
engineControlSuite("people and budgets, on PostgreSQL", () => world);
engineContextSuite("long transcripts, on PostgreSQL", () => world);
