import { afterAll, beforeAll, expect, test } from "vitest";
import { expectWholeRun } from "../testing/check-events.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { lastResult, type PlayedTurn, playBelowLead, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";
import { createCaller } from "../trpc/root.ts";

let played: PlayedHive;
let hive: PlayedHive["hive"];
let models: PlayedHive["models"];

beforeAll(async () => {
  played = await openPlayedHive();
  ({ hive, models } = played);
});
afterAll(() => played.close());

/** The lead hands one task down, and answers with what comes back. */
async function runBelow(turns: readonly PlayedTurn[], input = {}) {
  models.use(playBelowLead(turns));
  const org = await hive.addOrg(drawPlayedOrg(["lead > a"]));
  return hive.run(org, "Get it done", input);
}

const calling = (name: string, input: object): PlayedTurn => ({ calls: [{ name, input: input as never }] });

test("a notice is in the inbox until it is read, tells who wrote it, and stops nobody", async () => {
  await using run = await runBelow([
    calling("notify", { title: "Half way", body: "Two files\u0000 are read." }),
    { text: "Done." },
  ]);
  expect(await run.finished()).toMatchObject({ status: "completed", answer: "Done." });
  expectWholeRun(run.events);
  expect(run.events.filter(({ type }) => type === "person.notified")).toMatchObject([
    { agent: "a", title: "Half way" },
  ]);
  const api = createCaller({ services: hive.services });
  const notices = (await api.waits.notices()).filter(({ runId }) => runId === run.runId);
  expect(notices).toMatchObject([{ agentName: "a", title: "Half way", body: "Two files\ufffd are read." }]);
  const id = String(notices[0]?.id);
  expect(await api.waits.readNotices({ ids: [id] })).toBe(1);
  expect(await api.waits.readNotices({ ids: [id] })).toBe(0);
  expect(await api.waits.notices()).toEqual([]);
});

test("the lead hands a text over as a file, which the run then has", async () => {
  models.use(
    playByTurn({
      lead: [
        calling("attach_file", { content: "# Report", name: "report.md", note: "All of it" }),
        { text: "See the file." },
      ],
    }),
  );
  const org = await hive.addOrg(drawPlayedOrg(["lead"]));
  await using run = await hive.run(org, "Write a report");
  await run.finished();
  expectWholeRun(run.events);
  const [made] = await hive.services.listArtifacts(run.runId);
  expect(made).toMatchObject({ name: "report.md", mediaType: "text/markdown", size: 8 });
  expect(run.events.find(({ type }) => type === "file.attached")).toMatchObject({
    artifactId: made?.id,
    note: "All of it",
  });
});

test.each([
  {
    input: { status: "completed", result: "It is 42." },
    end: { outcome: "completed", answer: "It is 42." },
    told: "It is 42.",
  },
  {
    input: { status: "failed", error: "The file is empty." },
    end: { outcome: "failed", error: "The file is empty." },
    told: "a did not finish: The file is empty.",
  },
])(
  "a task that its agent ends as $input.status is over with that, and its parent reads it",
  async (played) => {
    await using run = await runBelow([calling("update_task_status", played.input)]);
    expect((await run.finished()).answer).toContain(played.told);
    expectWholeRun(run.events);
    expect(
      run.events.find((event) => event.type === "session.finished" && event.agent === "a"),
    ).toMatchObject(played.end);
  },
);

test("calls of the same turn come to their end before a task is over", async () => {
  await using run = await runBelow([
    {
      calls: [
        { name: "update_task_status", input: { status: "completed", result: "All done." } },
        { name: "notify", input: { title: "After", body: "It still came." } },
      ],
    },
  ]);
  expect((await run.finished()).answer).toBe("All done.");
  expectWholeRun(run.events);
  expect(run.events.some(({ type }) => type === "person.notified")).toBe(true);
});

test("reports stand before the answer in what the parent reads, in order, also where it failed", async () => {
  const turns = [
    calling("report_to_parent", { message: "The first file is odd." }),
    calling("report_to_parent", { message: "The second one is fine." }),
  ];
  const reported = "Reported on the way:\n- The first file is odd.\n- The second one is fine.\n\n";
  await using run = await runBelow([...turns, { text: "Both are read." }]);
  expect((await run.finished()).answer).toBe(`${reported}Both are read.`);
  expect(run.events.filter(({ type }) => type === "parent.told")).toHaveLength(2);
  await using failed = await runBelow([
    ...turns,
    calling("update_task_status", { status: "failed", error: "Lost." }),
  ]);
  expect((await failed.finished()).answer).toContain(`${reported}a did not finish: Lost.`);
});

test("the lead has no task of its own to report on, and its children hand no files over", async () => {
  const document = drawPlayedOrg(["lead > a"]);
  const names = async (agent: string) =>
    (await hive.services.toolArray(document, agent)).map(({ name }) => name);
  const [lead, child] = [await names("lead"), await names("a")];
  const ofChildren = ["update_task_status", "request_input", "report_to_parent", "task_todos"];
  for (const name of ofChildren) {
    expect(lead).not.toContain(name);
    expect(child).toContain(name);
  }
  expect(lead).toContain("attach_file");
  expect(child).not.toContain("attach_file");
  for (const name of ["notify", "prompt_human", "think"]) {
    expect(lead).toContain(name);
    expect(child).toContain(name);
  }
  const planned = (await hive.services.listPlannedTools()).map(({ name }) => name);
  for (const name of [...ofChildren, "attach_file", "notify"]) expect(planned).not.toContain(name);
});

test.each([
  ["ask_user", { questions: [{ question: "Which?" }] }],
  ["prompt_human", { prompt_type: "confirm", question: "Go on?" }],
  ["prompt_secret", { name: "API_KEY" }],
  ["request_input", { question: "Which?" }],
])("%s in a run without people is refused at once and not tried again", async (name, input) => {
  await using run = await runBelow([calling(name, input), (request) => ({ text: lastResult(request) })], {
    isUnattended: true,
  });
  const end = await run.finished();
  expect(end.answer).toContain("This run was started without people: nobody can be asked.");
  expect(end.answer).toContain("Do not ask again");
  expect(run.events.some(({ type }) => type === "question.asked")).toBe(false);
});

test("a call that needs an approval is denied at once in a run without people", async () => {
  const sql = { sql: "create table nobody (id int)", confirm_destructive: true };
  await using run = await runBelow([calling("db_exec", sql), (request) => ({ text: lastResult(request) })], {
    isUnattended: true,
  });
  const end = await run.finished();
  expect(end.answer).toContain("db_exec was not run: a person would have to allow it");
  expect(end.answer).toContain("Do not try it again");
  expect(run.events.some(({ type }) => type === "question.asked")).toBe(false);
});

test("a question of a child says through whom it came", async () => {
  await using run = await runBelow([calling("request_input", { question: "Which?" }), { text: "Thanks." }]);
  expect(await run.waitFor("question.asked")).toMatchObject({ chain: ["lead", "a"] });
  const wait = (await hive.services.listOpenWaits()).find(({ runId }) => runId === run.runId);
  expect(wait).toMatchObject({ kind: "question", agentName: "a", chain: ["lead", "a"] });
  const answer = { answers: [{ selected: [], text: "This one", isSkipped: false }] };
  expect(await hive.services.answerWait(String(wait?.id), answer)).toMatchObject({ isAccepted: true });
  expect(await run.finished()).toMatchObject({ status: "completed" });
});

test("an answer to a branch that was stopped is refused and brings nothing back to life", async () => {
  await using run = await runBelow([calling("request_input", { question: "Which?" }), { text: "Thanks." }]);
  const asked = await run.waitFor("question.asked");
  await run.waitFor("session.parked", (event) => event.agent === "a");
  await hive.services.cancelSession(run.runId, String(asked.sessionId));
  const answer = { answers: [{ selected: [], text: "Too late", isSkipped: false }] };
  await expect(hive.services.answerWait(asked.waitId, answer)).rejects.toMatchObject({ code: "conflict" });
  expect((await run.finished()).answer).toContain("stopped by a person");
  expect(run.events.filter((event) => event.type === "turn.started" && event.agent === "a")).toHaveLength(1);
});

test("a fork keeps what its run was allowed, that nobody is there, and what was reported", async () => {
  await using run = await runBelow([calling("report_to_parent", { message: "Odd." }), { text: "Done." }], {
    isUnattended: true,
    tools: ["group:delegation", "report_to_parent"],
  });
  await run.finished();
  const started = run.events.find((event) => event.type === "session.started" && event.agent === "a");
  const { runId } = await hive.services.forkRun({
    runId: run.runId,
    sessionId: String(started?.sessionId),
    turn: 2,
  });
  await expect.poll(async () => (await hive.services.getRun(runId)).summary.status).toBe("completed");
  const detail = await hive.services.getRun(runId);
  expect(detail.summary.status).toBe("completed");
  const turn = await hive.services.getTurn(
    runId,
    String((await hive.services.listSessions(runId))[1]?.id),
    2,
  );
  expect(turn.tools.map(({ name }) => name)).toEqual(["report_to_parent"]);
});

test("a secret that is asked for stays one in a fork: it is never taken as an ordinary answer", async () => {
  const openIn = async (runId: string) =>
    (await hive.services.listOpenWaits()).filter((wait) => wait.runId === runId);
  let original = "";
  models.use(
    playByTurn({
      lead: [
        {
          calls: ["a", "b"].map((assignee) => ({
            name: "delegate_to",
            input: { assignee, task: `Task of ${assignee}` },
          })),
        },
        { text: "Done." },
      ],
      a: [calling("prompt_secret", { name: "API_KEY" }), { text: "Got it." }],
      b: [
        async () => {
          await expect.poll(async () => (await openIn(original)).length).toBe(1);
          return { calls: [{ name: "think", input: { thought: "It waits." } }] };
        },
        { text: "Thought." },
      ],
    }),
  );
  const org = await hive.addOrg(drawPlayedOrg(["lead > a", "lead > b"]));
  const run = await hive.run(org, "Get it done");
  original = run.runId;
  const ended = await run.waitFor("session.finished", (event) => event.agent === "b");
  const { runId } = await hive.services.forkRun({
    runId: original,
    sessionId: String(ended.sessionId),
    turn: 2,
  });
  const [wait] = await openIn(runId);
  expect(wait).toMatchObject({ kind: "secret", secret: { name: "API_KEY" }, chain: ["lead", "a"] });
  const typed = { answers: [{ selected: [], text: "hunter2", isSkipped: false }] };
  await expect(hive.services.answerWait(String(wait?.id), typed)).rejects.toMatchObject({ code: "invalid" });
  for (const id of [original, runId]) await hive.services.cancelRun(id);
  await run[Symbol.asyncDispose]();
});
