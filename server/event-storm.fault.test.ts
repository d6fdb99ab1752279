import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectWholeRun } from "./testing/check-events.ts";
import { faultSize } from "./testing/fault-size.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { type PlayedTurn, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { followRun, type RunFollower } from "./testing/run-follower.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** Events of the whole run at least. */
const EVENTS = faultSize === "full" ? 4_000 : 1_000;
const WORKERS = ["a", "b", "c", "d"];
/** A turn with its calls writes this many events. */
const CALLS = 5;
const TURNS = Math.ceil(EVENTS / WORKERS.length / (2 + 2 * CALLS));
/** The connections on which processes tell each other what is new. */
const DOORBELLS =
  "from pg_stat_activity where datname = current_database() and query in ('listen openhive', 'select pg_notify($1, $2)')";

test(`${EVENTS} events reach every subscriber in two processes, once each and in order, while their LISTEN connections are cut`, async () => {
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  await using folder = await makeDataFolder();
  const turn = (number: number): PlayedTurn => ({
    calls: Array.from({ length: CALLS }, (_, call) => ({
      name: "add_todo",
      input: { text: `Step ${number}.${call}` },
    })),
  });
  const busy: readonly PlayedTurn[] = [
    ...Array.from({ length: TURNS }, (_, number) => turn(number)),
    { text: "Done." },
  ];
  await using models = await startModelServer({
    handler: playByTurn({
      lead: [
        {
          calls: WORKERS.map((assignee) => ({
            name: "delegate_to",
            input: { assignee, task: `Work for ${assignee}` },
          })),
        },
        { text: "All done." },
      ],
      ...Object.fromEntries(WORKERS.map((name) => [name, busy])),
    }),
  });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using pages = await openHive({ ...place, role: "web" });
  await using morePages = await openHive({ ...place, role: "web" });
  await using _worker = await openHive({ ...place, role: "worker" });
  const org = await pages.addOrg(
    drawPlayedOrg(
      WORKERS.map((name) => `lead > ${name}`),
      Object.fromEntries(WORKERS.map((name) => [name, { limits: { maxTurns: TURNS + 5 } }])),
    ),
  );
  await using run = await pages.run(org, "Get it done");
  const followers: readonly RunFollower[] = [
    run,
    ...[pages, morePages, morePages].map((hive) => followRun(hive.services, run.runId)),
  ];
  let isOver = false;
  let cuts = 0;
  const cutting = (async () => {
    while (!isOver) {
      cuts += (await admin.query(`select pg_terminate_backend(pid) ${DOORBELLS}`)).rowCount ?? 0;
      // A breath in which connections come back.
      await admin.query("select pg_sleep(0.3)");
    }
  })();
  await Promise.all(followers.map((follower) => follower.finished()));
  isOver = true;
  await cutting;
  expect(run.events.length).toBeGreaterThanOrEqual(EVENTS);
  expect(cuts).toBeGreaterThan(2);
  for (const follower of followers) {
    expectWholeRun(follower.events);
    expect(follower.events).toEqual(run.events);
    await follower[Symbol.asyncDispose]();
  }
  process.stdout.write(
    `${run.events.length} events to ${followers.length} followers, ${cuts} connections cut\n`,
  );
  await admin.end();
});
