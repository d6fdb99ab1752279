import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openhive, openhiveProcess } from "../testing/command-line.ts";
import { makeDataFolder } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const VALUE = "a-long-and-secret-token";
const MANUAL = `---
name: weather
description: Tells the weather.
metadata:
  openhive-secrets: WEATHER_TOKEN
---
Call forecast.
`;
const PYTHON = `import os


def forecast() -> str:
    """Tells the weather."""
    token = os.environ["WEATHER_TOKEN"]
    print("asked with", token)
    return f"sunny, {len(token)} {token}"
`;
const EXAMPLE = { function: "forecast", arguments: {}, expected: `sunny, ${VALUE.length} ${VALUE}` };

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  const skill = join(folder.path, "skills", "weather");
  await mkdir(join(skill, "examples"), { recursive: true });
  await writeFile(join(skill, "SKILL.md"), MANUAL);
  await writeFile(join(skill, "weather.py"), PYTHON);
  await writeFile(join(skill, "show.sh"), 'printf %s "$WEATHER_TOKEN" | wc -c\n');
  await writeFile(join(skill, "examples", "one.json"), JSON.stringify(EXAMPLE));
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await database.close();
});

const run = (args: readonly string[], url = database.url) => openhive({ url, dataDir: folder.path }, args);
const runWith = (input: string, args: readonly string[]) =>
  openhiveProcess({ url: database.url, dataDir: folder.path }, args, input);

test("at the terminal a skill gets the secrets that its owner lets the function have, and no value is printed", async () => {
  const missing = await run(["skills", "run", "weather", "forecast"]);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("There is no secret named WEATHER_TOKEN.");
  expect(missing.stderr).toContain("npx openhive vault set WEATHER_TOKEN --tools forecast stores it.");
  await runWith(`${VALUE}\n`, ["vault", "set", "WEATHER_TOKEN", "--tools", "other_tool"]);
  const refused = await run(["skills", "run", "weather", "forecast"]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("WEATHER_TOKEN was not handed over");
  await run(["vault", "set", "WEATHER_TOKEN", "--keep-value", "--tools", "forecast"]);
  // All that a process says, its log too.
  const done = await runWith("", ["skills", "run", "weather", "forecast"]);
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining(`sunny, ${VALUE.length} `) });
  expect(`${done.stdout}${done.stderr}`).not.toContain(VALUE);
  const json = await run(["skills", "run", "weather", "forecast", "--json"]);
  expect(json.stdout).not.toContain(VALUE);
  expect(JSON.parse(json.stdout)).toMatchObject({ result: { status: "ok" } });
  expect((await run(["skills", "run", "weather", "show.sh"])).code).toBe(1);
  const tested = await run(["skills", "test", "weather", "--json"]);
  expect(tested).toMatchObject({ code: 0 });
  expect(JSON.parse(tested.stdout)).toMatchObject({ passed: 1 });
  const listed = JSON.parse((await run(["vault", "list", "--json"])).stdout) as unknown;
  expect(listed).toMatchObject([
    { uses: [{ tool: "forecast", agentName: expect.stringContaining("at a terminal") }] },
  ]);
});

test("where the database cannot be reached, or there is none yet, a skill that needs secrets says so and is not run", async () => {
  const unreachable = await run(
    ["skills", "run", "weather", "forecast"],
    "postgresql://nobody@127.0.0.1:1/x",
  );
  expect(unreachable.code).toBe(1);
  expect(unreachable.stderr).toContain("The vault cannot be opened:");
  const none = await run(["skills", "test", "weather"], "");
  expect(none.code).toBe(1);
  expect(none.stdout).toContain("There is no vault here yet: ");
});
