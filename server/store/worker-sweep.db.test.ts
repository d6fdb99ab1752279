import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawOrg } from "../testing/draw-org.ts";
import { createPostgresWorld } from "../testing/postgres-world.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createWorkerSweep, LOCK_CLASS, type WorkerSweep } from "./worker-sweep.ts";

let place: TestDatabase;
let world: ReturnType<typeof createPostgresWorld>;
const clients: Client[] = [];

beforeAll(async () => {
  place = await createTestDatabase();
  world = createPostgresWorld(place.url);
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await world.close();
  await place.close();
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: place.url });
  await client.connect();
  clients.push(client);
  return client;
}

async function addWorker(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>("insert into worker default values returning id");
  return Number(rows[0]?.id);
}

test.each<[string, (sweep: WorkerSweep) => Promise<unknown>]>([
  ["reclaims", (sweep) => sweep.reclaim()],
  ["frees the line", (sweep) => sweep.freeLine()],
])("a worker that %s keeps no lock of a dead one, also where that fails half way", async (_what, look) => {
  const [own, other] = [await connect(), await connect()];
  const worker = await addWorker(own);
  const { sessionId } = await world.start(drawOrg(["lead"]), "Go");
  await own.query("insert into slot_waiter (session_id, key, number, worker) values ($1, 'all', 1, $2)", [
    sessionId,
    worker,
  ]);
  const dead = [await addWorker(own), await addWorker(own), await addWorker(own)];
  await other.query("begin");
  await other.query("select from worker where id = $1 for update", [dead[1]]);
  await own.query("set lock_timeout = 50");
  await expect(look(createWorkerSweep(own, worker))).rejects.toThrow(/lock timeout/);
  await other.query("rollback");
  const { rows } = await other.query<{ isFree: boolean }>(
    `select pg_try_advisory_lock($1, id) as "isFree" from unnest($2::int[]) as dead(id)`,
    [LOCK_CLASS, dead],
  );
  expect(rows.map(({ isFree }) => isFree)).toEqual([true, true, true]);
  await other.query("select pg_advisory_unlock_all()");
  await own.query("set lock_timeout = 0");
  await look(createWorkerSweep(own, worker));
  expect((await own.query("select from worker where id = any($1)", [dead])).rowCount).toBe(0);
  await own.query("delete from slot_waiter");
  await own.query("delete from worker");
});
