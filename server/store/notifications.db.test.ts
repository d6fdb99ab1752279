import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunId } from "../contract/ids.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type NotificationHandlers, openNotifications } from "./notifications.ts";

let database: TestDatabase;
let ear: Client;
/** What is said on the channel, by whom. */
const said: { readonly type: string; readonly from: string }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  ear = new Client({ connectionString: database.url });
  await ear.connect();
  ear.on("notification", ({ payload = "" }) => said.push(JSON.parse(payload)));
  await ear.query("listen openhive");
});
afterAll(async () => {
  await ear.end();
  await database.close();
});

async function open(processId: string) {
  const heard: RunId[] = [];
  const nothing = (): void => undefined;
  const handlers: NotificationHandlers = {
    committed: (runId) => heard.push(runId),
    stopped: nothing,
    stoppedSessions: nothing,
    rulesChanged: nothing,
    providersChanged: nothing,
    delta: nothing,
    slotFree: nothing,
    mayHaveMissed: nothing,
  };
  const place = { url: database.url, applicationName: "openhive-test" };
  const notifications = await openNotifications({ ...place, processId, handlers });
  return { ...notifications, heard };
}
const typesOf = (processId: string) => said.filter(({ from }) => from === processId).map(({ type }) => type);

test("a process that is alone rings nobody, from its first moment on", async () => {
  const alone = await open("alone");
  alone.committed("run" as RunId);
  await alone.close();
  await expect.poll(() => typesOf("alone")).toEqual(["here"]);
});

test("one that comes to another rings it at once, and is rung by it", async () => {
  const first = await open("first");
  const second = await open("second");
  second.committed("of the second" as RunId);
  await expect.poll(() => first.heard).toEqual(["of the second"]);
  first.committed("of the first" as RunId);
  await expect.poll(() => second.heard).toEqual(["of the first"]);
  await second.close();
  await first.close();
});

test("one that begins where others were and are gone is alone", async () => {
  const before = await open("before");
  await before.close();
  const after = await open("after");
  after.committed("run" as RunId);
  await after.close();
  await expect.poll(() => typesOf("after")).toEqual(["here"]);
});
