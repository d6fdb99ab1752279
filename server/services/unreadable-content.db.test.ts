import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runFilterInput } from "../contract/api.ts";
import type { OrgId } from "../contract/ids.ts";
import { PROJECT_FOLDER } from "../testing/open-hive.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { type PlayedTurn, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";

/** What a database takes in within JSON and then refuses to read must cost nobody else their lists. */

let played: PlayedHive;
let hive: PlayedHive["hive"];

beforeAll(async () => {
  played = await openPlayedHive();
  ({ hive } = played);
  await hive.services.createOrg({ document: drawPlayedOrg(["lead > helper"]), slug: "played" });
});
afterAll(() => played.close());

const HALF = "\ud83d";
const ODD_ARGUMENTS = { "\0": 1, [HALF]: `a\0b${HALF}` };

async function play(turns: readonly PlayedTurn[], helper: readonly PlayedTurn[] = []) {
  played.models.use(playByTurn({ lead: turns, helper }));
  const run = await hive.run(await hive.services.getOrg("played"), "Say something");
  await run.finished();
  return run;
}

/** Everything that lists what others wrote. */
async function listAll(): Promise<void> {
  const { services } = hive;
  const orgs = await services.listOrgs();
  await services.sketchOrgs(orgs.map(({ id, version }) => ({ id, version })));
  for (const { id } of orgs) await services.listOrgVersions(id);
  await Promise.all([
    services.listRuns(runFilterInput.parse({})),
    services.listSkills(),
    services.listMcpServers(),
    services.listToolboxes(),
    services.listOpenWaits(),
  ]);
}

test("a run whose model calls anything by any name with any arguments is listed, followed and forked", async () => {
  await using run = await play([
    { calls: [{ id: `c\0${HALF}`, name: `no${HALF}tool`, input: ODD_ARGUMENTS }] },
    { calls: [{ id: `${"long".repeat(2_000)}`, name: "todo_write", input: ODD_ARGUMENTS }] },
    { text: `Done\0${HALF}` },
  ]);
  await listAll();
  const { runs } = await hive.services.listRuns(runFilterInput.parse({}));
  const found = runs.find(({ id }) => id === run.runId);
  expect(found?.status).toBe("completed");
  expect(found?.lanes).not.toEqual([]);
  const text = JSON.stringify(run.events);
  expect(text).toContain("\ufffd");
  expect(text).not.toMatch(/\\u(0000|d83d)/);
  const [session] = run.events.filter((event) => event.type === "turn.finished");
  played.models.use(playByTurn({ lead: [{}, {}, { text: "Again" }] }));
  const { runId } = await hive.services.forkRun({
    runId: run.runId,
    sessionId: session?.sessionId ?? "",
    turn: 3,
  });
  await expect.poll(async () => (await hive.services.getRun(runId)).summary.status).toBe("completed");
});

test("a child is opened by a call with an id of any length and kind", async () => {
  // No index takes so much that cannot be made shorter.
  const id = `child\0${HALF}${randomBytes(6_000).toString("base64url")}`;
  await using run = await play(
    [{ calls: [{ id, name: "delegate_to", input: { assignee: "helper", task: "Look" } }] }, { text: "Done" }],
    [{ text: "Seen" }],
  );
  expect(run.events.filter(({ type }) => type === "session.started")).toHaveLength(2);
  expect((await hive.services.getRun(run.runId)).summary.status).toBe("completed");
});

test("an org may say anything, and every list that reads orgs is read as before", async () => {
  const document = drawPlayedOrg(["odd > a"]);
  const [agent] = document.agents;
  const made = await hive.services.createOrg({
    slug: "odd",
    document: {
      ...document,
      task: `t\0${HALF}`,
      agents: document.agents.map((one) => ({ ...one, persona: `x\0y${HALF}`, role: `r\0` })),
    },
  });
  await listAll();
  const { document: stored } = await hive.services.getOrg("odd");
  expect(stored.agents.map(({ persona }) => persona)).toEqual(["x\ufffdy\ufffd", "x\ufffdy\ufffd"]);
  expect(stored.agents[0]?.id).toBe(agent?.id);
  await hive.services.removeOrg(made.id as OrgId);
});

test("what was written before is made readable when the database is brought up to date", async () => {
  await using run = await play([{ text: "Done" }]);
  // As an older OpenHive stored it: twice the one, beside words that only speak of it.
  await played.database.query(
    `update event set payload = replace(payload::text, '"durationMs"', '"odd\\u0000\\ud83d":"\\u0000 but \\\\u0000","durationMs"')::json
     where run_id = '${run.runId}' and type = 'turn.finished'`,
  );
  await expect(hive.services.listRuns(runFilterInput.parse({}))).rejects.toThrow();
  const migrations = join(PROJECT_FOLDER, "prisma", "migrations");
  const name = (await readdir(migrations)).find((folder) => folder.endsWith("_readable_json")) ?? "";
  await played.database.query(await readFile(join(migrations, name, "migration.sql"), "utf8"));
  await listAll();
  const [row] = await played.database.query<{ payload: string }>(
    `select payload::text from event where run_id = '${run.runId}' and type = 'turn.finished'`,
  );
  expect(JSON.parse(row?.payload ?? "{}")).toMatchObject({ "odd\ufffd\ufffd": "\ufffd but \\u0000" });
});
