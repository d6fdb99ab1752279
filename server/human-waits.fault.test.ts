import { afterEach, beforeEach, expect, test } from "vitest";
import type { QuestionAnswer } from "./contract/questions.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { type ModelServer, startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { lastResult, playBelowLead, playByTurn } from "./testing/play-by-turn.ts";
import { modelVariables } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { runUntilParked } from "./testing/run-until-parked.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let models: ModelServer;
beforeEach(async () => {
  database = await createTestDatabase();
  models = await startModelServer({ handler: playByTurn({}) });
});
afterEach(async () => {
  await models.close();
  await database.close();
});

function answering(given: Partial<QuestionAnswer["answers"][number]>): QuestionAnswer {
  return { answers: [{ selected: [], text: "", isSkipped: false, ...given }] };
}

const options = [
  { label: "The north", value: "n" },
  { label: "The south", value: "s" },
];

test.each([
  {
    tool: "request_input",
    input: { question: "Which year?" },
    given: [answering({ text: "2025" }), answering({ text: "2026" })],
    read: ["2025", "2026"],
  },
  {
    tool: "prompt_human",
    input: { prompt_type: "confirm", question: "Go on?" },
    given: [answering({ selected: ["Yes"] }), answering({ selected: ["No"] })],
    read: ["Chosen: yes (Yes)", "Chosen: no (No)"],
  },
  {
    tool: "prompt_human",
    input: { prompt_type: "select", question: "Where?", options },
    given: [answering({ selected: ["The north"] }), answering({ selected: ["The south"] })],
    read: ["Chosen: n (The north)", "Chosen: s (The south)"],
  },
])(
  "a wait of $tool ($input.prompt_type) survives a restart, of two answers the first counts, and the loser is told",
  async ({ tool, input, given, read }) => {
    models.use(
      playBelowLead([
        { calls: [{ name: tool, input: input as never }] },
        (request) => ({ text: lastResult(request) }),
      ]),
    );
    await using folder = await makeDataFolder();
    const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
    const runId = await runUntilParked(place);

    await using after = await openHive({ ...place, role: "all" });
    await using pages = await openHive({ ...place, role: "web" });
    const [wait] = await pages.services.listOpenWaits();
    expect(wait).toMatchObject({ kind: "question", agentName: "a", chain: ["lead", "a"] });
    await using following = followRun(pages.services, runId);
    const id = String(wait?.id);
    const outcomes = await Promise.all([
      after.services.answerWait(id, given[0] ?? answering({})),
      pages.services.answerWait(id, given[1] ?? answering({})),
    ]);
    expect(outcomes.filter((outcome) => outcome.isAccepted)).toHaveLength(1);
    expect(outcomes[0]?.answer).toEqual(outcomes[1]?.answer);
    const winner = outcomes.findIndex((outcome) => outcome.isAccepted);
    expect((await following.finished()).answer).toContain(read[winner]);
    expectWholeRun(following.events);
  },
);
