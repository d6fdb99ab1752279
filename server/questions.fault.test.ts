import { afterEach, beforeEach, expect, test } from "vitest";
import type { QuestionAnswer } from "./contract/questions.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { type ModelServer, startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { lastResult, playBelowLead } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { runUntilParked } from "./testing/run-until-parked.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let models: ModelServer;
beforeEach(async () => {
  database = await createTestDatabase();
  models = await startModelServer({
    handler: playBelowLead([
      {
        calls: [
          {
            name: "ask_user",
            input: {
              questions: [{ question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] }],
            },
          },
        ],
      },
      (request) => ({ text: `The person said: ${lastResult(request)}` }),
    ]),
  });
});
afterEach(async () => {
  await models.close();
  await database.close();
});

function choosing(label: string): QuestionAnswer {
  return { answers: [{ selected: [label], text: "", isSkipped: false }] };
}

test("a question survives a restart, and of two answers the first one counts", async () => {
  await using folder = await makeDataFolder();
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  const runId = await runUntilParked(place);

  await using after = await openHive({ ...place, role: "all" });
  await using pages = await openHive({ ...place, role: "web" });
  expect((await pages.services.getRun(runId)).summary).toMatchObject({ status: "waiting", openWaits: 1 });
  const [wait] = await pages.services.listOpenWaits();
  if (!wait) throw new Error("No question is open.");
  await expect(pages.services.answerWait(wait.id, choosing("green"))).rejects.toMatchObject({
    code: "invalid",
  });
  await using following = followRun(pages.services, runId);
  const outcomes = await Promise.all([
    after.services.answerWait(wait.id, choosing("red")),
    pages.services.answerWait(wait.id, choosing("blue")),
  ]);
  const winner = outcomes.find((outcome) => outcome.isAccepted)?.answer.answers[0]?.selected[0];
  expect(outcomes.filter((outcome) => outcome.isAccepted)).toHaveLength(1);
  expect(outcomes[0]?.answer).toEqual(outcomes[1]?.answer);
  const end = await following.finished();
  expect(end).toMatchObject({ status: "completed" });
  expect(end.answer).toContain(String(winner));
  expectWholeRun(following.events);
  expect(await pages.services.listOpenWaits()).toEqual([]);
  expect(await after.services.answerWait(wait.id, choosing("red"))).toMatchObject({
    isAccepted: false,
    answer: choosing(String(winner)),
  });
});

test("a question of a run that was stopped takes no answer any more", async () => {
  await using folder = await makeDataFolder();
  await using hive = await openHive({
    url: database.url,
    dataDir: folder.path,
    role: "all",
    variables: modelVariables(models),
  });
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  await using run = await hive.run(org, "Get it done");
  const { waitId } = await run.waitFor("question.asked");
  await hive.services.cancelRun(run.runId);
  await expect(hive.services.answerWait(waitId, choosing("red"))).rejects.toMatchObject({ code: "conflict" });
  expect(await hive.services.listOpenWaits()).toEqual([]);
});
