import { afterEach, beforeEach, expect, test } from "vitest";
import { ALLOW_ONCE } from "./contract/approval.ts";
import { auditFilterInput } from "./contract/audit.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { type ModelServer, startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { lastResult, playBelowLead } from "./testing/play-by-turn.ts";
import { modelVariables } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { runUntilParked } from "./testing/run-until-parked.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let models: ModelServer;
beforeEach(async () => {
  database = await createTestDatabase();
  const input = { sql: "create table kept (id int)", confirm_destructive: true };
  models = await startModelServer({
    handler: playBelowLead([
      { calls: [{ name: "db_exec", input }] },
      (request) => ({ text: lastResult(request) }),
    ]),
  });
});
afterEach(async () => {
  await models.close();
  await database.close();
});

test("an approval survives a restart, runs its call once, and of two answers the first one counts", async () => {
  await using folder = await makeDataFolder();
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  const runId = await runUntilParked(place);

  await using after = await openHive({ ...place, role: "all" });
  await using pages = await openHive({ ...place, role: "web" });
  const [wait] = await pages.services.listOpenWaits();
  if (!wait) throw new Error("Nothing waits.");
  expect(wait).toMatchObject({ kind: "approval", approval: { chain: ["lead", "a"] } });
  await using following = followRun(pages.services, runId);
  const answer = { answers: [{ selected: [ALLOW_ONCE], text: "", isSkipped: false }] };
  const outcomes = await Promise.all([
    after.services.answerWait(wait.id, answer, "One"),
    pages.services.answerWait(wait.id, answer, "Other"),
  ]);
  expect(outcomes.filter((outcome) => outcome.isAccepted)).toHaveLength(1);
  expect(await following.finished()).toMatchObject({ status: "completed" });
  expectWholeRun(following.events);
  const results = following.events.filter(
    (event) => event.type === "tool_result" && event.name === "db_exec",
  );
  expect(results).toMatchObject([{ result: { status: "ok" } }]);
  const { entries } = await pages.services.listAudit(auditFilterInput.parse({ runId }));
  expect(entries).toHaveLength(1);
});

test("what came due while no process ran is denied by the next one", async () => {
  await using folder = await makeDataFolder();
  const variables = { ...modelVariables(models), OPENHIVE_APPROVAL_SECONDS: "1" };
  const place = { url: database.url, dataDir: folder.path, variables };
  const runId = await runUntilParked(place);

  await using after = await openHive({ ...place, role: "all" });
  await using following = followRun(after.services, runId);
  const end = await following.finished();
  expect(end).toMatchObject({
    status: "completed",
    answer: expect.stringContaining("Nobody allowed it in time"),
  });
  const { entries } = await after.services.listAudit(auditFilterInput.parse({ runId }));
  expect(entries).toMatchObject([{ actor: "Time ran out", decision: "denied" }]);
});
