import { afterEach, beforeEach, expect, test } from "vitest";
import { expectWholeRun } from "./testing/check-events.ts";
import { type ModelServer, startModelServer } from "./testing/model-server.ts";
import { type Hive, hiveVariables, makeDataFolder, openHive } from "./testing/open-hive.ts";
import { type HiveProcess, startHiveProcess } from "./testing/open-hive-process.ts";
import { agentOf } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables, WORKER_READY, WORKER_STOPPED } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let models: ModelServer;
let pages: Hive;
/** Whether the agents below hang. */
let isHanging: boolean;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  isHanging = true;
  models = await startModelServer({
    handler(request) {
      if (agentOf(request) === "a") return isHanging ? { hang: true, text: "Let me" } : { text: "Done." };
      if (request.messages.some((message) => message.role === "tool")) return { text: "All done." };
      return {
        calls: [{ name: "delegate_parallel", input: { assignee: "a", tasks: ["One", "Two"] } }],
      };
    },
  });
  pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
});
afterEach(async () => {
  await pages.close();
  await models.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

/** One place in the whole database: whoever holds it keeps all others waiting. */
function place() {
  return hiveVariables(folder.path, {
    DATABASE_URL: database.url,
    OPENHIVE_MAX_SESSIONS_GLOBAL: "1",
    ...modelVariables(models),
  });
}

/** A command that is killed while one of its agents has the only place and the other waits in line. */
async function killOne(slug: string): Promise<string> {
  await using command = startHiveProcess(["run", "--org", slug, "--task", "Get it done", "--json"], {
    variables: place(),
  });
  await command.said('"type":"session.queued"');
  await expect.poll(() => models.requests.filter((one) => agentOf(one) === "a").length).toBe(1);
  command.kill("SIGKILL");
  await command.ended;
  isHanging = false;
  return (await pages.services.listRuns({ status: "all", search: "", limit: 1 })).runs[0]?.id ?? "";
}

const startCommand = (slug: string): HiveProcess =>
  startHiveProcess(["run", "--org", slug, "--task", "After it", "--json"], { variables: place() });

test("a killed command holds no place and stands in no line: the next command goes on though nobody else works here", async () => {
  const org = await pages.addOrg(drawPlayedOrg(["lead > a"]));
  const killed = await killOne(org.slug);
  await using command = startCommand(org.slug);
  const { code, stdout } = await command.ended;
  expect({ code, end: stdout.trim().split("\n").at(-1) }).toMatchObject({
    code: 0,
    end: expect.stringContaining('"status":"completed"'),
  });
  expect(
    (await pages.services.getRun(killed)).summary.status,
    "its work is for those who have its keys",
  ).toBe("running");

  await using worker = startHiveProcess(["worker"], { variables: place() });
  await worker.said(WORKER_READY);
  await using run = followRun(pages.services, killed);
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "All done." });
  expectWholeRun(run.events);
  expect(await worker.stop()).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
});

test("beside a worker a killed command's run goes on, and commands after it as well", async () => {
  const org = await pages.addOrg(drawPlayedOrg(["lead > a"]));
  await using worker = startHiveProcess(["worker"], { variables: place() });
  await worker.said(WORKER_READY);
  const killed = await killOne(org.slug);
  await using command = startCommand(org.slug);
  expect(await command.ended).toMatchObject({ code: 0 });
  await using run = followRun(pages.services, killed);
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "All done." });
  expectWholeRun(run.events);
  expect(await worker.stop()).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
});
