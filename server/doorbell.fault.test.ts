import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectWholeRun } from "./testing/check-events.ts";
import { type ModelServer, startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const TURNS = 12;
/** First half of every worker's advisory lock. */
const LOCK_CLASS = 0x4f48;
/** Locks of this database's workers alone: other tests run beside it on the same server. */
const HELD = `from pg_locks where locktype = 'advisory' and classid = $1
  and database = (select oid from pg_database where datname = current_database())`;
/** The connections on which processes tell each other: what they said last names them. */
const DOORBELLS =
  "from pg_stat_activity where datname = current_database() and query in ('listen openhive', 'select pg_notify($1, $2)')";

let database: TestDatabase;
let models: ModelServer;
let admin: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
afterEach(async () => {
  await models.close();
  await admin.end();
  await database.close();
});

/** Cuts both processes' doorbells, once both are there. */
async function cutDoorbells(): Promise<void> {
  await expect.poll(async () => (await admin.query(`select 1 ${DOORBELLS}`)).rowCount).toBe(2);
  await admin.query(`select pg_terminate_backend(pid) ${DOORBELLS}`);
}

test("followers in another process see every event once although the connections between them are cut again and again", async () => {
  await using folder = await makeDataFolder();
  let cuts = 0;
  models = await startModelServer({
    async handler({ messages }) {
      const turn = messages.filter((message) => message.role === "assistant").length;
      if (turn >= TURNS) return { text: "Done." };
      if (turn % 4 === 1) {
        await cutDoorbells();
        cuts += 1;
      }
      return { text: `Turn ${turn}`, calls: [{ name: "add_todo", input: { text: `Step ${turn}` } }] };
    },
  });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using pages = await openHive({ ...place, role: "web" });
  await using _worker = await openHive({ ...place, role: "worker" });
  const org = await pages.addOrg(drawPlayedOrg(["lead"]));
  await using run = await pages.run(org, "Get it done");
  expect((await run.finished()).status).toBe("completed");
  expect(cuts).toBe(3);
  expectWholeRun(run.events);
  expect(run.events.filter((event) => event.type === "turn.finished")).toHaveLength(TURNS + 1);
});

test("a worker that loses its proof of life registers anew, once, and its run completes", async () => {
  await using folder = await makeDataFolder();
  let asked = 0;
  models = await startModelServer({
    async handler() {
      asked += 1;
      if (asked > 1) return { text: "Done." };
      await admin.query(`select pg_terminate_backend(pid) ${HELD}`, [LOCK_CLASS]);
      return { hang: true, text: "I" };
    },
  });
  await using hive = await openHive({
    url: database.url,
    dataDir: folder.path,
    role: "all",
    variables: modelVariables(models),
  });
  const org = await hive.addOrg(drawPlayedOrg(["lead"]));
  await using run = await hive.run(org, "Get it done");
  expect((await run.finished()).answer).toBe("Done.");
  expectWholeRun(run.events);
  const { rows: locks } = await admin.query(`select 1 ${HELD}`, [LOCK_CLASS]);
  expect(locks, "one registration takes the place of the lost one").toHaveLength(1);
  expect(hive.problems.join("")).toContain("terminat");
  hive.problems.splice(0);
});
