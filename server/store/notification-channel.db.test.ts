import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openNotificationChannel } from "./notification-channel.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The way to the database, which can be cut: then every connection is ended as soon as it is made. */
async function createWay() {
  const target = new URL(database.url);
  const open = new Set<Socket>();
  const attempts: number[] = [];
  let isCut = false;
  const server = createServer((incoming) => {
    attempts.push(performance.now());
    if (isCut) return void incoming.destroy();
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => [incoming, outgoing].forEach((end) => void end.destroy()));
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(database.url);
  url.port = String((server.address() as { readonly port: number }).port);
  return {
    url: url.href,
    attempts,
    cut() {
      isCut = true;
      attempts.length = 0;
      for (const socket of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test("a lost connection is tried again one attempt at a time, however long it is away, and comes back", async () => {
  const way = await createWay();
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
