import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WaitId } from "./contract/ids.ts";
import { findFreePort } from "./store/postgres/cluster-settings.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { drawPlayedOrg, modelVariables, startWorkerProcess } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const PARKED = 10_000;
const PORT = await findFreePort();
const LOOKS = 15;
const MEBIBYTE = 1024 * 1024;

let database: TestDatabase;
let admin: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await database.close();
});

/** Copies a run that waits for a person, with everything that belongs to it, so many times. */
async function copyRun(runId: string): Promise<void> {
  const columns = async (table: string, changed: Readonly<Record<string, string>>): Promise<string> => {
    const { rows } = await admin.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position",
      [table],
    );
    return rows.map(({ name }) => changed[name] ?? `o."${name}"`).join(", ");
  };
  await admin.query(
    "create temp table copy as select gen_random_uuid() as run_id, gen_random_uuid() as session_id, gen_random_uuid() as wait_id from generate_series(1, $1::int)",
    [PARKED],
  );
  const session = "case when o.session_id is null then null else c.session_id end";
  const copies: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    ["run", "id", { id: "c.run_id" }],
    ["session", "run_id", { id: "c.session_id", run_id: "c.run_id" }],
    ["event", "run_id", { run_id: "c.run_id", session_id: session }],
    ["wait", "run_id", { id: "c.wait_id", run_id: "c.run_id", session_id: "c.session_id" }],
  ];
  for (const [table, key, changed] of copies) {
    await admin.query(
      `insert into "${table}" select ${await columns(table, changed)} from "${table}" o, copy c where o."${key}" = $1`,
      [runId],
    );
  }
  await admin.query("analyze");
}

async function residentBytes(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${PORT}/api/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}

/** Waits until the worker has looked around so many times. */
async function waitForLooks(looks: number): Promise<void> {
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        const { rows } = await admin.query<{ at: Date }>("select max(seen_at) as at from worker");
        seen.add(String(rows[0]?.at.getTime()));
        return seen.size;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBeGreaterThan(looks);
}

async function sessionsScanned(): Promise<number> {
  const { rows } = await admin.query<{ read: string }>(
    "select seq_tup_read as read from pg_stat_user_tables where relname = 'session'",
  );
  return Number(rows[0]?.read);
}

test("10,000 sessions that wait for a person leave a worker's memory where it was, and each can go on at once", async () => {
  await using folder = await makeDataFolder();
  await using models = await startModelServer({
    handler: ({ messages }) =>
      messages.some((message) => message.role === "tool")
        ? { text: "Thank you." }
        : {
            calls: [
              {
                name: "ask_user",
                input: {
                  questions: [
                    {
                      question: "Which one?",
                      header: "Choice",
                      options: [
                        { label: "This", description: "The first" },
                        { label: "That", description: "The second" },
                      ],
                      multiSelect: false,
                    },
                  ],
                },
              },
            ],
          },
  });
  const place = { url: database.url, dataDir: folder.path, models };
  await using pages = await openHive({ ...place, role: "web", variables: modelVariables(models) });
  await using _worker = await startWorkerProcess({ ...place, variables: { PORT: String(PORT) } });
  await using run = await pages.run(await pages.addOrg(drawPlayedOrg(["lead"])), "Ask me");
  await run.waitFor("session.parked");
  await waitForLooks(3);
  const before = await residentBytes();

  await copyRun(run.runId);
  await waitForLooks(1);
  const scanned = await sessionsScanned();
  await waitForLooks(LOOKS);
  const after = await residentBytes();
  const growth = Math.round((after - before) / MEBIBYTE);
  process.stdout.write(
    `a worker's memory: ${Math.round(before / MEBIBYTE)} MiB, beside ${PARKED} parked sessions ${Math.round(after / MEBIBYTE)} MiB\n`,
  );
  expect(growth).toBeLessThan(24);
  expect(
    (await sessionsScanned()) - scanned,
    "looks do not read sessions that sleep, but now and then",
  ).toBeLessThan(LOOKS * PARKED);

  const { rows } = await admin.query<{ id: WaitId; run_id: string }>(
    "select id, run_id from wait where status = 'open' and run_id <> $1 limit 1",
    [run.runId],
  );
  const [wait] = rows;
  if (!wait) throw new Error("No copy waits.");
  const answeredAt = performance.now();
  await pages.services.answerWait(wait.id, {
    answers: [{ selected: ["This"], text: "", isSkipped: false }],
  });
  await using copy = followRun(pages.services, wait.run_id);
  expect((await copy.finished()).answer).toBe("Thank you.");
  process.stdout.write(
    `one of them answered and over after ${Math.round(performance.now() - answeredAt)} ms\n`,
  );
});
