import { afterAll, beforeAll, expect, test } from "vitest";
import { PERSON_MODEL, SEAT_ID_TAKEN } from "../contract/agent-model.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import { saveProviderInput } from "../contract/provider.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { quickestOf } from "../testing/quickest-of.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let first: ModelServer;
let second: ModelServer;
let hive: Hive;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  first = await startModelServer({ handler: () => ({ text: "from the first" }) });
  second = await startModelServer({ handler: () => ({ text: "from the second" }) });
  hive = await openHive({ url: database.url, dataDir: folder.path, role: "all" });
});
afterAll(async () => {
  await hive.close();
  await first.close();
  await second.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

const lab = ({ url }: ModelServer) =>
  saveProviderInput.parse({
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    baseUrl: `${url}/v1`,
    models: ["any"],
  });

function drawLabOrg(): OrgDocument {
  const document = drawOrg(["lead"]);
  return {
    ...document,
    agents: document.agents.map((agent) => ({ ...agent, model: { provider: "lab", model: "any" } })),
  };
}

test("a provider that this or another process changes counts for the next run", async () => {
  await hive.services.saveProvider(lab(first));
  const org = await hive.addOrg(drawLabOrg());
  const ask = async (): Promise<string> => {
    await using run = await hive.run(org, "Say where you are");
    return (await run.finished()).answer;
  };
  expect(await ask()).toBe("from the first");
  await hive.services.saveProvider(lab(second));
  expect(await ask()).toBe("from the second");

  await using other = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  // Less than a process waits before it looks for itself.
  const limit = 3_000;
  const quickest = await quickestOf(limit, async (round) => {
    const isFirst = round % 2 === 0;
    await other.services.saveProvider(lab(isFirst ? first : second));
    await expect.poll(ask).toBe(isFirst ? "from the first" : "from the second");
  });
  expect(quickest).toBeLessThan(limit);
});

test("agents of a provider that was stored under the id of people's seats ask nobody until it is named anew", async () => {
  await database.query("insert into provider (id, kind, name, base_url) values ($1, $2, $3, $4)", [
    PERSON_MODEL.provider,
    "openai-compatible",
    "Persona server",
    `${first.url}/v1`,
  ]);
  const document = drawOrg(["lead"]);
  const agents = document.agents.map((agent) => ({ ...agent, model: PERSON_MODEL }));
  const org = await hive.addOrg({ ...document, agents });
  await using run = await hive.run(org, "Say where you are");
  expect(await run.finished()).toMatchObject({
    status: "failed",
    error: expect.stringContaining(SEAT_ID_TAKEN),
  });
  expect(await hive.services.listOpenWaits()).toEqual([]);
  expect(await hive.services.checkOrg({ ...document, agents })).toContainEqual(
    expect.objectContaining({ isBroken: true, message: expect.stringContaining(SEAT_ID_TAKEN) }),
  );
  await expect(hive.services.saveProvider({ ...lab(first), id: "person" })).rejects.toThrow(/built in/);
  expect(await hive.services.listProviders()).toContainEqual(
    expect.objectContaining({ id: "person", source: "settings", isReady: false, problem: SEAT_ID_TAKEN }),
  );
  await hive.services.removeProvider("person");
  expect((await hive.services.listProviders()).filter(({ id }) => id === "person")).toMatchObject([
    { source: "built-in" },
  ]);
});
