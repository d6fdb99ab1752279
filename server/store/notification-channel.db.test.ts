import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseWay } from "../testing/database-way.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openNotificationChannel } from "./notification-channel.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("a lost connection is tried again one attempt at a time, however long it is away, and comes back", async () => {
  const way = await createDatabaseWay(database.url);
  const heard: string[] = [];
  let returns = 0;
  const channel = await openNotificationChannel({
    url: way.url,
    applicationName: "openhive-test",
    retryDelay: 40,
    hear: (payload) => heard.push(payload),
    reconnected: () => {
      returns += 1;
    },
  });
  way.cut();
  await expect.poll(() => way.attempts.length, { interval: 10 }).toBeGreaterThanOrEqual(8);
  const times = way.attempts.slice(0, 8);
  // Attempts that double would be eight within four delays.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7 * 40 - 20);
  expect(returns).toBe(0);
  way.mend();
  await expect.poll(() => returns).toBe(1);
  channel.send("hello");
  await expect.poll(() => heard).toEqual(["hello"]);
  await channel.close();
  await way.close();
});
