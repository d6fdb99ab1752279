import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hiveVariables, makeDataFolder, PROJECT_FOLDER } from "./testing/open-hive.ts";
import { type HiveProcess, runHive, startHiveProcess } from "./testing/open-hive-process.ts";

test("of two first commands on an empty data folder both find the example", async () => {
  await using folder = await makeDataFolder();
  const variables = hiveVariables(folder.path);
  const args = ["run", "--org", "research-desk", "--task", "Give totals", "--json"];
  const ends = await Promise.all([runHive(args, { variables }), runHive(args, { variables })]);
  expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: "" },
    { code: 0, stderr: "" },
  ]);
});

test("a database that cannot be reached is named in one sentence, without its password", async () => {
  await using folder = await makeDataFolder();
  const variables = hiveVariables(folder.path, {
    DATABASE_URL: "postgresql://someone:secret-word@127.0.0.1:9/openhive",
  });
  const { code, stdout, stderr } = await runHive(["orgs", "list"], { variables });
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^The database at 127\.0\.0\.1:9 cannot be used \(.+\): check DATABASE_URL.*\n$/);
  expect(stderr).not.toContain("secret-word");
});

test("two servers on one data folder share its database, and the second outlives the first", {
  skip: !existsSync(join(PROJECT_FOLDER, ".next", "BUILD_ID")),
}, async () => {
  await using folder = await makeDataFolder();
  const variables = hiveVariables(folder.path, { PORT: "0" });
  const start = (): HiveProcess => startHiveProcess([], { variables, program: "bin/serve.mjs" });
  await using first = start();
  await using second = start();
  await Promise.all([first, second].map((server) => server.said("OpenHive is ready at")));
  expect(await first.stop()).toMatchObject({ code: 0 });
  const { code, stdout } = await runHive(["orgs", "list", "--json"], { variables });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ slug: "research-desk" }]);
  expect(await second.stop()).toMatchObject({ code: 0 });
});
