import { Client } from "pg";
import { expect, test } from "vitest";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { createTestDatabase } from "./testing/test-database.ts";

test.each([
  ["ahead", "-"],
  ["back", "+"],
])("a clock that jumps an hour %s costs no worker its sessions", async (_where, sign) => {
  const database = await createTestDatabase();
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  await using folder = await makeDataFolder();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await using models = await startModelServer({
    async handler() {
      await held;
      return { text: "Done." };
    },
  });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  const first = await openHive({ ...place, role: "all" });
  const second = await openHive({ ...place, role: "worker" });
  const run = await first.run(await first.addOrg(drawPlayedOrg(["lead"])), "Get it done");
  await expect.poll(() => models.requests.length).toBe(1);
  const beats = async () =>
    (await admin.query<{ at: Date | null }>("select seen_at as at from worker order by id")).rows.map(
      ({ at }) => at?.getTime() ?? 0,
    );
  // As the rows look to everybody after the database's clock went an hour ahead, or back.
  await admin.query(`update worker set seen_at = seen_at ${sign} interval '1 hour'`);
  for (let look = 0; look < 3; look += 1) {
    const before = await beats();
    await expect.poll(async () => (await beats()).every((at, index) => at !== before[index])).toBe(true);
  }
  letGo();
  expect((await run.finished()).status).toBe("completed");
  expect(run.events.some((event) => event.type === "session.resumed")).toBe(false);
  expect(models.requests).toHaveLength(1);
  await run[Symbol.asyncDispose]();
  await second.close();
  await first.close();
  await admin.end();
  await database.close();
});
