import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectWholeRun } from "./testing/check-events.ts";
import { holdDataFolder } from "./testing/hold-data-folder.ts";
import { startModelServer } from "./testing/model-server.ts";
import { hiveVariables, makeDataFolder, openHive, PROJECT_FOLDER } from "./testing/open-hive.ts";
import { type HiveProcess, startHiveProcess } from "./testing/open-hive-process.ts";
import { drawPlayedOrg, modelVariables, WORKER_READY, WORKER_STOPPED } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { createTestDatabase } from "./testing/test-database.ts";

/** Hangs when it is asked for the first time, and answers from then on. */
function startForgetfulModel() {
  let asked = 0;
  return startModelServer({
    handler() {
      asked += 1;
      return asked === 1 ? { hang: true, text: "Let me" } : { text: "Here it is." };
    },
  });
}

test("a run whose command was killed goes on when somebody works on its data folder again", async () => {
  await using models = await startForgetfulModel();
  await using held = await holdDataFolder();
  const variables = hiveVariables(held.path, modelVariables(models));
  const org = await held.hive.addOrg(drawPlayedOrg(["lead"]));
  await using command = startHiveProcess(["run", "--org", org.slug, "--task", "Get it done", "--json"], {
    variables,
  });
  await command.said('"type":"turn.started"');
  await expect.poll(() => models.requests.length).toBe(1);
  command.kill("SIGKILL");
  await command.ended;

  await using worker = startHiveProcess(["worker"], { variables });
  await worker.said(WORKER_READY);
  const runId =
    (await held.hive.services.listRuns({ status: "all", search: "", limit: 1 })).runs[0]?.id ?? "";
  await using run = followRun(held.hive.services, runId);
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "Here it is." });
  expectWholeRun(run.events);
  expect(await worker.stop()).toMatchObject({ code: 0, stderr: WORKER_STOPPED });
});

test("a server that was killed in the middle of a run completes it when it is started again", {
  skip: !existsSync(join(PROJECT_FOLDER, ".next", "BUILD_ID")),
}, async () => {
  const database = await createTestDatabase();
  await using folder = await makeDataFolder();
  await using models = await startForgetfulModel();
  const variables = hiveVariables(folder.path, {
    DATABASE_URL: database.url,
    PORT: "0",
    ...modelVariables(models),
  });
  const start = async (): Promise<HiveProcess> => {
    const server = startHiveProcess([], { variables, program: "bin/serve.mjs" });
    await server.said("OpenHive is ready at");
    return server;
  };
  await using pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  const org = await pages.addOrg(drawPlayedOrg(["lead"]));
  await using first = await start();
  await using run = await pages.run(org, "Get it done");
  await run.waitFor("turn.started");
  await expect.poll(() => models.requests.length).toBe(1);
  first.kill("SIGKILL");
  await first.ended;
  await using second = await start();
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "Here it is." });
  expectWholeRun(run.events);
  expect(await second.stop()).toMatchObject({ code: 0, stderr: "" });
});
