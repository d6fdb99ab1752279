import { existsSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgDocument } from "../contract/org-document.ts";
import { createDatabase } from "../store/database.ts";
import { createEndedWorkspaces } from "../store/runs/ended-workspaces.ts";
import type { ModelServerRequest } from "../testing/model-script.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { lastResult, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { tidyWorkspaces } from "../tools/builtin/files/tidy-workspaces.ts";

let database: TestDatabase;
let data: Awaited<ReturnType<typeof makeDataFolder>>;
let models: ModelServer;
let hive: Hive;

const call = (name: string, input: object) => ({ calls: [{ name, input: input as never }] });

beforeAll(async () => {
  database = await createTestDatabase();
  data = await makeDataFolder();
  const say = (request: ModelServerRequest) => ({ text: lastResult(request) });
  models = await startModelServer({
    handler: playByTurn({
      lead: [
        (request) => {
          const first = request.messages.find((message) => message.role === "user");
          const name = /Write (\w+)/.exec(JSON.stringify(first))?.[1] ?? "none";
          return call("write_file", { path: `out/${name}`, content: `by ${name}` });
        },
        () => call("run_shell", { command: "cat out/* | tr '\\n' ' ' > all && ls -R | tr '\\n' ' '" }),
        say,
      ],
    }),
  });
  hive = await openHive({
    url: database.url,
    dataDir: data.path,
    role: "all",
    variables: { ...modelVariables(models), OPENHIVE_SHELL_SANDBOX: "off" },
  });
});
afterAll(async () => {
  await hive.close();
  await models.close();
  await data[Symbol.asyncDispose]();
  await database.close();
});

const draw = (extra: Partial<OrgDocument> = {}) => ({ ...drawPlayedOrg(["lead"]), ...extra });
const paths = async (runId: string) =>
  (await hive.services.listWorkspace(runId)).files.map(({ path }) => path);

test("runs of an org at the same time see their own files alone, which begin with what was attached and stay to be seen", async () => {
  const org = await hive.addOrg(draw());
  const attachments = [
    { name: "table.csv", mediaType: "text/csv", content: Buffer.from("a,b\n").toString("base64") },
  ];
  await using one = await hive.run(org, "Write one", { attachments });
  await using two = await hive.run(org, "Write two");
  expect((await one.finished()).answer).toMatch(/all out table\.csv .*out: one/);
  expect((await two.finished()).answer).not.toMatch(/one|table/);
  expect(await paths(one.runId)).toEqual(["all", "out/one", "table.csv"]);
  expect(await paths(two.runId)).toEqual(["all", "out/two"]);
  const read = async (path: string) =>
    Buffer.from((await hive.services.readWorkspaceFile(one.runId, path)).content).toString();
  expect(await read("out/one")).toBe("by one");
  expect(await read("table.csv")).toBe("a,b\n");
  for (const path of [
    "../run-x",
    `../run-${two.runId}/out/two`,
    "/etc/passwd",
    ".openhive",
    "out",
    "",
    "none",
  ])
    await expect(read(path), path).rejects.toMatchObject({ code: "not_found" });

  const [session] = await hive.services.listSessions(one.runId);
  const fork = await hive.services.forkRun({
    runId: one.runId,
    sessionId: session?.id ?? "",
    turn: 2,
  });
  await expect.poll(async () => (await hive.services.getRun(fork.runId)).summary.status).toBe("completed");
  expect(await paths(fork.runId)).toEqual(["all", "out/one", "table.csv"]);
});

test("a tool answers to its other name and is listed once; where rules keep it from an agent, its other name is kept as well", async () => {
  await using other = await startModelServer({
    handler: playByTurn({
      lead: [
        () => ({
          calls: [
            { name: "list_files", input: { path: "" } },
            { name: "search", input: { pattern: "a" } },
          ],
        }),
        (request) => ({
          text: request.messages
            .flatMap((message) => (message.role === "tool" ? [JSON.stringify(message)] : []))
            .join(" "),
        }),
      ],
    }),
  });
  await using place = await makeDataFolder();
  await using open = await openHive({
    url: database.url,
    dataDir: place.path,
    role: "all",
    variables: modelVariables(other),
  });
  const heard = async (document: OrgDocument): Promise<string> => {
    await using run = await open.run(await open.addOrg(document), "Look");
    return (await run.finished()).answer;
  };
  const free = draw({ name: "Free" });
  expect(await heard(free)).toMatch(/The folder is empty.*Nothing found/);
  const names = async (document: OrgDocument) =>
    (await open.services.toolArray(document, document.agents[0]?.id ?? "")).map(({ name }) => name);
  expect(
    (await names(free)).filter((name) => /^(list_files|list_directory|grep|search)$/.test(name)),
  ).toEqual(["list_directory", "grep"]);
  const kept = draw({ name: "Kept", policy: { deny: ["search"] } });
  expect(await names(kept)).not.toContain("grep");
  expect(await heard(kept)).toMatch(/The folder is empty.*search exists, but you do not have it/);
});

test("runs of an org that shares its workspace find what others left", async () => {
  const org = await hive.addOrg(draw({ name: "Sharing", workspace: "org" }));
  await using one = await hive.run(org, "Write one");
  await one.finished();
  await using two = await hive.run(org, "Write two");
  expect((await two.finished()).answer).toMatch(/out: one two/);
  expect(await hive.services.listWorkspace(one.runId)).toMatchObject({ isShared: true, isCut: false });
  expect(await paths(one.runId)).toEqual(["all", "out/one", "out/two"]);
});

test("workspaces of deleted orgs and of runs that are long over are removed, and no others", async () => {
  const org = await hive.addOrg(draw({ name: "Short" }));
  const shared = await hive.addOrg(draw({ name: "Gone", workspace: "org" }));
  await using old = await hive.run(org, "Write old");
  await using young = await hive.run(org, "Write young");
  await using last = await hive.run(shared, "Write last");
  for (const run of [old, young, last]) await run.finished();
  const folder = join(data.path, "workspaces");
  await mkdir(join(folder, ".new-old"));
  await mkdir(join(folder, ".new-young"));
  await mkdir(join(folder, "of somebody"));
  await writeFile(join(folder, ".new-old", "half"), "");
  await utimes(join(folder, ".new-old"), 1, 1);
  const names = {
    old: `run-${old.runId}`,
    young: `run-${young.runId}`,
    gone: shared.id,
    half: ".new-old",
    filling: ".new-young",
    other: "of somebody",
  };
  const there = () =>
    Object.entries(names).flatMap(([key, name]) => (existsSync(join(folder, name)) ? [key] : []));
  const pool = createDatabase(database.url, "openhive-test");
  const tidy = (days: number) => tidyWorkspaces({ folder, days, ...createEndedWorkspaces(pool) });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("update run set finished_at = now() - interval '31 days' where id = $1", [old.runId]);
  await tidy(0);
  expect(there()).toEqual(["old", "young", "gone", "filling", "other"]);
  await tidy(30);
  expect(there()).toEqual(["young", "gone", "filling", "other"]);
  await hive.services.removeOrg(shared.id);
  await tidy(30);
  expect(there()).toEqual(["young", "filling", "other"]);
  await hive.services.removeOrg(org.id);
  await tidy(0);
  expect(there()).toEqual(["filling", "other"]);
  await client.end();
  await pool.end();
});
