import { afterAll, beforeAll, expect, test } from "vitest";
import { StoreUnavailableError } from "../engine/ports.ts";
import { createDatabaseWay } from "../testing/database-way.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createDatabase } from "./database.ts";
import { createLane, type LaneStatement } from "./lane.ts";

let place: TestDatabase;
beforeAll(async () => {
  place = await createTestDatabase();
});
afterAll(() => place.close());

const echo: LaneStatement = { name: "echo", text: "select $1::text", values: ["hello"] };
const refused: LaneStatement = { name: "refused", text: "select $1::int4", values: ["hello"] };

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}

test("a statement that was answered or refused leaves no timer behind", async () => {
  const database = createDatabase(place.url, "openhive-test-lane");
  const lane = createLane(database);
  expect(await lane.send(echo)).toEqual([["hello"]]);
  const before = countTimers();
  for (let count = 0; count < 20; count += 1) {
    expect(await lane.send(echo)).toEqual([["hello"]]);
    await expect(lane.send(refused)).rejects.toThrow("invalid input syntax");
  }
  expect(countTimers() - before).toBeLessThan(5);
  await database.end();
});

test("a statement that nobody answers is an outage, and the next one finds a new connection", async () => {
  await using way = await createDatabaseWay(place.url);
  const database = createDatabase(way.url, "openhive-test-lane", 2_000);
  const lane = createLane(database);
  await lane.send(echo);
  way.block();
  await expect(lane.send(echo)).rejects.toBeInstanceOf(StoreUnavailableError);
  way.mend();
  expect(await lane.send(echo)).toEqual([["hello"]]);
  await database.end();
});
