import { afterAll, beforeAll, expect, test } from "vitest";
import { PERSON_MODEL } from "../contract/agent-model.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import { expectWholeRun } from "../testing/check-events.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { lastResult, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";

let played: PlayedHive;
let hive: PlayedHive["hive"];
beforeAll(async () => {
  played = await openPlayedHive();
  ({ hive } = played);
});
afterAll(() => played.close());

/** Agents of these names are seats of people. */
function seat(document: OrgDocument, ...names: readonly string[]): OrgDocument {
  return {
    ...document,
    agents: document.agents.map((agent) =>
      names.includes(agent.name) ? { ...agent, model: PERSON_MODEL } : agent,
    ),
  };
}

const written = (text: string) => ({ answers: [{ selected: [], text, isSkipped: false }] });

test("a task for a person's seat is put to people through the chain, and their words go back as they are", async () => {
  played.models.use(
    playByTurn({
      lead: [
        { calls: [{ name: "delegate_to", input: { assignee: "noor", task: "May we sign?" } }] },
        (request) => ({ text: lastResult(request) }),
      ],
    }),
  );
  const org = await hive.addOrg(seat(drawPlayedOrg(["lead > noor"]), "noor"));
  // No model for the whole run takes a person's seat.
  const modelOverride = { provider: "openai-compatible", model: "lead" };
  await using run = await hive.run(org, "Find out", { modelOverride });
  const asked = await run.waitFor("question.asked");
  expect(asked).toMatchObject({
    agent: "noor",
    chain: ["lead", "noor"],
    questions: [{ question: expect.stringContaining("May we sign?") }],
  });
  const wait = (await hive.services.listOpenWaits()).find((one) => one.runId === run.runId);
  expect(wait?.path.map(({ name }) => name)).toEqual(["lead", "noor"]);
  await hive.services.answerWait(String(wait?.id), written("Yes, from May on."));
  expect(await run.finished()).toMatchObject({
    status: "completed",
    answer: expect.stringContaining("Yes, from May on."),
  });
  expectWholeRun(run.events);
  const rows = await played.database.query(
    "select input_tokens::int, output_tokens::int, cost from session where run_id = $1 and agent_name = 'noor'",
    [run.runId],
  );
  expect(rows).toEqual([{ input_tokens: 0, output_tokens: 0, cost: 0 }]);
});

test("a seat that gets a task from people asks them, and without people says that it could not", async () => {
  const org = await hive.addOrg(seat(drawPlayedOrg(["noor"]), "noor"));
  await using run = await hive.run(org, "Shall we go on?");
  await run.waitFor("question.asked");
  const wait = (await hive.services.listOpenWaits()).find((one) => one.runId === run.runId);
  await hive.services.answerWait(String(wait?.id), written("We shall."));
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "We shall." });
  await using alone = await hive.run(org, "Shall we go on?", { isUnattended: true });
  expect((await alone.finished()).answer).toMatch(/^noor could not be asked\. /);
});

test.each([
  ["a lead", ["noor"]],
  ["an agent that works for another", ["lead > noor"]],
] as const)(
  "what people say to the seat of %s is not lost where the task looks like a secret",
  async (_, lines) => {
    const task = "Check this login: password: hunter2hunter2";
    played.models.use(
      playByTurn({
        lead: [
          { calls: [{ name: "delegate_to", input: { assignee: "noor", task } }] },
          (request) => ({ text: lastResult(request) }),
        ],
      }),
    );
    const org = await hive.addOrg(seat(drawPlayedOrg(lines), "noor"));
    await using run = await hive.run(org, task);
    await run.waitFor("question.asked");
    const wait = (await hive.services.listOpenWaits()).find((one) => one.runId === run.runId);
    await hive.services.answerWait(String(wait?.id), written("It lets me in."));
    expect((await run.finished()).answer).toContain("It lets me in.");
  },
);

test("an agent below a person's seat is told to be one that gets nothing", async () => {
  const problems = await hive.services.checkOrg(seat(drawPlayedOrg(["lead > noor", "noor > clerk"]), "noor"));
  expect(problems).toContainEqual(
    expect.objectContaining({
      level: "warning",
      message: "noor is a person's seat and hands nothing on to clerk.",
    }),
  );
});
