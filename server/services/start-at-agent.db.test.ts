import { afterAll, beforeAll, expect, test } from "vitest";
import { runFilterInput } from "../contract/api.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import { expectWholeRun } from "../testing/check-events.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { lastResult, type PlayedTurn, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";
import { createCaller } from "../trpc/root.ts";

let played: PlayedHive;
let hive: PlayedHive["hive"];

beforeAll(async () => {
  played = await openPlayedHive();
  ({ hive } = played);
});
afterAll(() => played.close());

const delegateTo = (assignee: string): PlayedTurn => ({
  calls: [{ name: "delegate_to", input: { assignee, task: "Find out" } }],
});

/** The lead above a and c, a above b; a hands on to b. */
async function addTeam(change: (document: OrgDocument) => OrgDocument = (document) => document) {
  played.models.use(
    playByTurn({
      a: [delegateTo("b"), (request) => ({ text: lastResult(request) })],
      b: [{ text: "Found." }],
      lead: [{ text: "All done." }],
    }),
  );
  return hive.addOrg(change(drawPlayedOrg(["lead > a", "lead > c", "a > b"])));
}

const summaryOf = async (runId: string) => (await hive.services.getRun(runId)).summary;

test("a run begins at the agent that is named, with those below it and nobody above", async () => {
  const org = await addTeam();
  await using run = await hive.run(org, "Your part", { agentId: "a" });
  const { answer } = await run.finished();
  expect(answer).toBe("Found.");
  await expectWholeRun(run.events);
  const sessions = run.events.filter((event) => event.type === "session.started");
  expect(sessions.map(({ agentName, depth }) => [agentName, depth])).toEqual([
    ["a", 0],
    ["b", 1],
  ]);
  const turn = await hive.services.getTurn(run.runId, sessions[0]?.sessionId ?? "", 1);
  const team = turn.sections.find((section) => section.kind === "team");
  expect(team?.text).toContain("- b");
  expect(team?.text).not.toContain("You report to");
  expect(await summaryOf(run.runId)).toMatchObject({ fromAgent: "a", task: "Your part" });
});

test("what the line above withholds stays withheld where a run begins below it", async () => {
  const org = await addTeam((document) => ({
    ...document,
    lines: document.lines.map((line) => (line.childId === "a" ? { ...line, tools: ["set_todos"] } : line)),
  }));
  await using run = await hive.run(org, "Your part", { agentId: "b" });
  await run.finished();
  const [root] = run.events.filter((event) => event.type === "session.started");
  const { tools } = await hive.services.getTurn(run.runId, root?.sessionId ?? "", 1);
  expect(tools.map(({ name }) => name)).not.toContain("write_file");
  const free = await addTeam();
  await using other = await hive.run(free, "Your part", { agentId: "b" });
  await other.finished();
  const [first] = other.events.filter((event) => event.type === "session.started");
  const given = await hive.services.getTurn(other.runId, first?.sessionId ?? "", 1);
  expect(given.tools.map(({ name }) => name)).toContain("write_file");
});

test("a drawing without a lead does not keep an agent from a task of its own", async () => {
  const org = await addTeam((document) => ({
    ...document,
    lines: [
      ...document.lines.filter((line) => line.parentId !== "lead"),
      { id: "other", parentId: "lead", childId: "c" },
    ],
  }));
  await expect(hive.services.startRun({ orgId: org.id, task: "All of it" })).rejects.toThrow("no lead");
  await using run = await hive.run(org, "Your part", { agentId: "a" });
  expect((await run.finished()).answer).toBe("Found.");
});

test("an agent that is not there begins nothing", async () => {
  const org = await addTeam();
  await expect(
    hive.services.startRun({ orgId: org.id, task: "Your part", agentId: "gone" }),
  ).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("not in the org any more") });
  const { total } = await hive.services.listRuns(runFilterInput.parse({ orgId: org.id }));
  expect(total).toBe(0);
});

test("the list says who started a run and where it began, and a fork keeps where", async () => {
  const org = await addTeam();
  const api = createCaller({ services: hive.services });
  const { runId } = await api.runs.start({ orgId: org.id, task: "All of it", agentId: "lead" });
  expect(await summaryOf(runId)).toMatchObject({ fromAgent: null, startedBy: "A person at a page" });
  await using run = await hive.run(org, "Your part", { agentId: "a" });
  await run.finished();
  expect(await summaryOf(run.runId)).toMatchObject({ fromAgent: "a", startedBy: null });
  const [root] = run.events.filter((event) => event.type === "session.started");
  const fork = await api.runs.fork({ runId: run.runId, sessionId: root?.sessionId ?? "", turn: 1 });
  const { runs } = await hive.services.listRuns(runFilterInput.parse({ orgId: org.id }));
  expect(runs.find(({ id }) => id === fork.runId)).toMatchObject({
    fromAgent: "a",
    startedBy: "A person at a page",
  });
});
