import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import type { RunEvent } from "../contract/run-event.ts";
import { hiveVariables, makeDataFolder } from "../testing/open-hive.ts";
import { runHive } from "../testing/open-hive-process.ts";

test("a first command on an empty data folder brings its own database and the example, and leaves nothing running", async () => {
  await using folder = await makeDataFolder();
  const variables = hiveVariables(folder.path);
  const run = await runHive(["run", "--org", "research-desk", "--task", "Give totals", "--json"], {
    variables,
  });
  expect(run.stderr).toBe("");
  expect(run.code).toBe(0);
  const events = run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);
  expect(events.at(-1)).toMatchObject({
    type: "run.finished",
    status: "completed",
    answer: expect.stringContaining("4524347.08"),
  });
  expect(await findPostmasters(folder.path), "the database stopped with its last user").toEqual([]);
});

/** The notes that running PostgreSQL servers leave in a folder. */
async function findPostmasters(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith("postmaster.pid"));
}
