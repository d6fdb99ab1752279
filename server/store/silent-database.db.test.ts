import { afterAll, beforeAll, expect, test } from "vitest";
import { StoreUnavailableError } from "../engine/ports.ts";
import { createDatabaseWay } from "../testing/database-way.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createDatabase, inTransaction } from "./database.ts";
import { openNotificationChannel } from "./notification-channel.ts";
import { acquireWorkerLock } from "./worker-lock.ts";

/** A network that swallows everything: no connection breaks, and nothing ever answers. */

/** Milliseconds; no connection is longer in coming, on a busy machine either. */
const SILENCE = 2_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("a worker whose lock's connection falls silent gives up in time, and can register anew", async () => {
  await using way = await createDatabaseWay(database.url);
  const lost = Promise.withResolvers<unknown>();
  const register = () =>
    acquireWorkerLock({
      url: way.url,
      applicationName: "openhive-test",
      onLost: lost.resolve,
      silence: SILENCE,
    });
  const lock = await register();
  await lock.beat();
  way.block();
  await expect(lock.beat()).rejects.toThrow("timeout");
  expect(await lost.promise).toBeInstanceOf(Error);
  await expect(register()).rejects.toThrow("timeout");
  way.mend();
  const again = await register();
  expect(again.worker).not.toBe(lock.worker);
  await again.beat();
  await again.release();
});

test("a statement that nobody answers is an outage, inside a transaction too, and the next one finds a new connection", async () => {
  await using way = await createDatabaseWay(database.url);
  const pool = createDatabase(way.url, "openhive-test", SILENCE);
  await pool.query("select 1");
  way.block();
  await expect(pool.query("select 1")).rejects.toBeInstanceOf(StoreUnavailableError);
  way.mend();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: blocked, resolve: block } = Promise.withResolvers<void>();
  const transaction = inTransaction(pool, async (client) => {
    begin();
    await blocked;
    await client.query("select 1");
  });
  await begun;
  way.block();
  block();
  await expect(transaction).rejects.toBeInstanceOf(StoreUnavailableError);
  way.mend();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test("a doorbell that rings into nothing is connected anew", async () => {
  await using way = await createDatabaseWay(database.url);
  const heard: string[] = [];
  let returns = 0;
  const channel = await openNotificationChannel({
    url: way.url,
    applicationName: "openhive-test",
    silence: SILENCE,
    retryDelay: 40,
    hear: (payload) => heard.push(payload),
    reconnected: () => {
      returns += 1;
    },
  });
  way.block();
  channel.send("lost");
  way.mend();
  await expect.poll(() => returns).toBe(1);
  channel.send("hello");
  await expect.poll(() => heard).toEqual(["hello"]);
  await channel.close();
});
