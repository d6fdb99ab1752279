import { expect, test } from "vitest";
import { runFilterInput } from "../contract/api.ts";
import { createDatabaseWay } from "../testing/database-way.ts";
import { startModelServer } from "../testing/model-server.ts";
import { hiveVariables, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { startHiveProcess } from "../testing/open-hive-process.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";
import { createTestDatabase } from "../testing/test-database.ts";

test.each([
  { signal: "SIGINT", more: [] },
  { signal: "SIGTERM", more: [] },
  { signal: "SIGINT", more: ["--json"] },
] as const)(
  "$signal while the database is away says so, and the next one tries again ($more)",
  async ({ signal, more }) => {
    await using folder = await makeDataFolder();
    await using models = await startModelServer({ handler: () => ({ hang: true, text: "Let me think" }) });
    const database = await createTestDatabase();
    await using _database = { [Symbol.asyncDispose]: () => database.close() };
    await using way = await createDatabaseWay(database.url);
    const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
    await using pages = await openHive({ ...place, role: "web" });
    await pages.services.createOrg({ document: drawPlayedOrg(["lead"]), slug: "desk" });
    const variables = hiveVariables(folder.path, { DATABASE_URL: way.url, ...modelVariables(models) });
    await using run = startHiveProcess(["run", "--org", "desk", "--task", "Think", ...more], { variables });
    await expect.poll(() => models.requests.length, { timeout: 120_000 }).toBe(1);
    way.cut();
    run.kill(signal);
    await run.said("The run was not stopped: ");
    way.mend();
    const { runs } = await pages.services.listRuns(runFilterInput.parse({}));
    expect(runs[0]).toMatchObject({ status: "running" });
    run.kill(signal);
    const { code, stderr } = await run.endsInTime();
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/^ +at |unhandled/im);
  },
);
