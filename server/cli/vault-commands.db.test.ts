import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openhive, openhiveProcess } from "../testing/command-line.ts";
import { makeDataFolder } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
const run = (input: string, ...args: readonly string[]) => {
  const variables = { OPENHIVE_ENCRYPTION_KEY: "" };
  const place = { url: database.url, dataDir: folder.path, variables };
  // Only a process has a standard input to read.
  return input === ""
    ? openhive(place, ["vault", ...args])
    : openhiveProcess(place, ["vault", ...args], input);
};

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await database.close();
});

test("a secret is set from standard input, listed without its value, kept over a change of the key, and removed", async () => {
  const set = await run(
    "open sesame\n",
    "set",
    "DOOR",
    "--tools",
    "http_request",
    "--hosts",
    "api.example.com",
    "--json",
  );
  expect(set).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(set.stdout)).toEqual({
    name: "DOOR",
    tools: ["http_request"],
    hosts: ["api.example.com"],
    isReplaced: false,
  });
  expect(await run("", "set", "DOOR", "--keep-value", "--description", "The front door")).toMatchObject({
    code: 0,
  });
  const file = join(folder.path, "encryption.key");
  const before = await readFile(file, "utf8");
  const rotated = await run("", "rotate", "--json");
  expect(JSON.parse(rotated.stdout)).toEqual({ values: expect.any(Number), key: "file" });
  expect(await readFile(file, "utf8")).not.toBe(before);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const listed = await run("", "list", "--json");
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { name: "DOOR", description: "The front door", tools: ["http_request"], hosts: ["api.example.com"] },
  ]);
  expect(`${set.stdout}${rotated.stdout}${listed.stdout}`).not.toContain("open sesame");
  expect((await run("", "list")).stdout).toContain("DOOR    http_request  api.example.com");
  expect(await run("", "remove", "DOOR")).toMatchObject({ code: 0 });
  expect(await run("", "remove", "DOOR")).toMatchObject({ code: 1, stderr: "There is no secret DOOR.\n" });
});

test("a value that cannot be kept is refused without being repeated", async () => {
  const short = await run("abc", "set", "DOOR");
  expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining("At least 6 characters") });
  expect(await run("long enough", "set", "not a name")).toMatchObject({ code: 1 });
  expect(await run("long enough", "set", "DOOR", "--hosts", "https://a b")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("hosts"),
  });
  expect(short.stderr).not.toContain("abc");
});
