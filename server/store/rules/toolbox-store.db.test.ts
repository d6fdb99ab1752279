import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDatabase, type Database } from "../database.ts";
import { createToolboxStore, type ToolboxStore } from "./toolbox-store.ts";

let owner: TestDatabase;
let database: Database;
let toolboxes: ToolboxStore;

beforeAll(async () => {
  owner = await createTestDatabase();
  database = createDatabase(owner.url, "toolboxes");
  toolboxes = createToolboxStore(database);
});
afterAll(async () => {
  await database.end();
  await owner.close();
});

async function stored(id: string) {
  const [row] = await owner.query("select name, description, tools from toolbox where id = $1", [id]);
  return row;
}

test("two people change one toolbox: each field is kept, and whose list of tools is older than what is there is told", async () => {
  const made = { name: "Press", description: "For the desk", tools: ["recall"] };
  const id = await toolboxes.create(made, "One");
  await toolboxes.update({ id, tools: ["recall", "grep"], base: made.tools }, "One");
  await toolboxes.update({ id, description: "For everybody" }, "Another");
  const both = { name: "Press", description: "For everybody", tools: ["recall", "grep"] };
  expect(await stored(id)).toEqual(both);
  const late = { id, name: "Radio", tools: ["recall", "think"], base: made.tools };
  await expect(toolboxes.update(late, "Another")).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("The tools of Press were changed elsewhere"),
    data: { reason: "TOOLBOX_CHANGED_ELSEWHERE" },
  });
  expect(await stored(id)).toEqual(both);
  await toolboxes.update({ id, tools: ["think"] }, "A program that names no base");
  expect(await stored(id)).toEqual({ ...both, tools: ["think"] });
});
