import { expect, test } from "vitest";
import { createDatabase } from "./store/database.ts";
import { createRunStarter } from "./store/runs/create-run.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { createTestDatabase } from "./testing/test-database.ts";

test("a session whose wake-up was lost, without any other trouble, is found within a few looks", async () => {
  const database = await createTestDatabase();
  await using folder = await makeDataFolder();
  await using models = await startModelServer({ handler: () => ({ text: "Found." }) });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using worker = await openHive({ ...place, role: "worker" });
  await using another = await openHive({ ...place, role: "worker" });
  const org = await another.addOrg(drawPlayedOrg(["lead"]));
  const lead = org.document.agents[0];
  if (!lead) throw new Error("There is a lead.");
  const pool = createDatabase(database.url, "openhive-test");
  const took: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    // Nobody is told: as when the ring and the job's notification are lost.
    const { runId } = await createRunStarter(pool)({
      orgId: org.id,
      orgName: "Test",
      orgVersion: 1,
      task: "Work",
      lead,
      attachments: [],
    });
    const start = performance.now();
    await using run = followRun(worker.services, runId);
    await run.waitFor("turn.started");
    took.push(performance.now() - start);
    expect((await run.finished()).answer).toBe("Found.");
  }
  process.stdout.write(`lost wake-ups were found after ${took.map(Math.round).join(", ")} ms\n`);
  expect(Math.max(...took)).toBeLessThan(6_000);
  await pool.end();
  await worker.close();
  await another.close();
  await database.close();
});
