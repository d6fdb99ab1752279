import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resultText } from "./contract/tool-result.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { startModelServer } from "./testing/model-server.ts";
import { type Hive, makeDataFolder, openHive, PROJECT_FOLDER } from "./testing/open-hive.ts";
import { type PlayedTurn, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const FIVE_MEGABYTES = 5_000_000;

async function withLead(turns: readonly PlayedTurn[], work: (hive: Hive) => Promise<void>): Promise<void> {
  await using folder = await makeDataFolder();
  await using models = await startModelServer({ handler: playByTurn({ lead: turns }) });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using hive = await openHive({ ...place, role: "all" });
  await work(hive);
}

test("a task of 5 MB is refused before anything is written", () =>
  withLead([{ text: "Done." }], async (hive) => {
    const org = await hive.addOrg(drawPlayedOrg(["lead"]));
    const task = "x".repeat(FIVE_MEGABYTES);
    await expect(hive.services.startRun({ orgId: org.id, task })).rejects.toMatchObject({ code: "invalid" });
    expect((await hive.services.listRuns({ status: "all", search: "", limit: 1 })).total).toBe(0);
  }));

test("a tool result of 5 MB becomes a file with its head in the transcript", () =>
  withLead([{ calls: [{ name: "mcp__scripted__large", input: {} }] }, { text: "Done." }], async (hive) => {
    const server = join(PROJECT_FOLDER, "server", "testing", "mcp-scripted-server.mjs");
    await hive.services.saveMcpServer({ name: "scripted", command: "node", args: [server], env: {} });
    await hive.services.testMcpServer("scripted");
    const org = await hive.addOrg(drawPlayedOrg(["lead"], { lead: { mcp: [{ server: "scripted" }] } }));
    await using run = await hive.run(org, "Get it done");
    expect(await run.finished()).toMatchObject({ status: "completed", answer: "Done." });
    expectWholeRun(run.events);
    const result = run.events.find((event) => event.type === "tool_result");
    expect(result?.type === "tool_result" && resultText(result.result).length).toBeLessThan(200_000);
    const [file] = await hive.services.listArtifacts(run.runId);
    expect(file?.size).toBe(FIVE_MEGABYTES);
  }));

const answerOf = (length: number): PlayedTurn => ({
  text: `${"x".repeat(4_999)} `.repeat(length / 5_000).trim(),
});

test("an answer of 5 MB ends the run with a reason that a person can read", () =>
  withLead([answerOf(FIVE_MEGABYTES)], async (hive) => {
    const org = await hive.addOrg(drawPlayedOrg(["lead"]));
    await using run = await hive.run(org, "Get it done");
    expect(await run.finished()).toMatchObject({
      status: "failed",
      error: expect.stringContaining("sent more than a reply may be long"),
    });
    expectWholeRun(run.events);
  }));

test("an answer of half a megabyte is kept and delivered whole", () =>
  withLead([answerOf(500_000)], async (hive) => {
    const org = await hive.addOrg(drawPlayedOrg(["lead"]));
    await using run = await hive.run(org, "Get it done");
    expect(await run.finished()).toMatchObject({ status: "completed" });
    expect((await hive.services.getRun(run.runId)).answer).toHaveLength(499_999);
    expectWholeRun(run.events);
  }));

test("a person's message of 5 MB is refused, and the agent goes on with a shorter one", () => {
  const questions = [{ question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] }];
  const turns = [{ calls: [{ name: "ask_user", input: { questions } }] }, { text: "Done." }];
  return withLead(turns, async (hive) => {
    const org = await hive.addOrg(drawPlayedOrg(["lead"]));
    await using run = await hive.run(org, "Get it done");
    const { sessionId = "" } = await run.waitFor("session.parked");
    const steer = (text: string) => hive.services.steerSession(run.runId, sessionId, text);
    await expect(steer("x".repeat(FIVE_MEGABYTES))).rejects.toThrow("Too big");
    await steer("Quickly");
    const [wait] = await hive.services.listOpenWaits();
    const red = { answers: [{ selected: ["red"], text: "", isSkipped: false }] };
    await hive.services.answerWait(wait?.id ?? "", red);
    expect(await run.finished()).toMatchObject({ status: "completed", answer: "Done." });
    expectWholeRun(run.events);
    const received = run.events.filter((event) => event.type === "message.received");
    expect(received.map(({ text }) => text)).toEqual(["Get it done", "Quickly"]);
  });
});

test("a person's answer of 5 MB is refused, and the question stays open for a shorter one", () => {
  const questions = [{ question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] }];
  const turns = [{ calls: [{ name: "ask_user", input: { questions } }] }, { text: "Done." }];
  return withLead(turns, async (hive) => {
    const org = await hive.addOrg(drawPlayedOrg(["lead"]));
    await using run = await hive.run(org, "Get it done");
    await run.waitFor("session.parked");
    const [wait] = await hive.services.listOpenWaits();
    const answer = (text: string) =>
      hive.services.answerWait(wait?.id ?? "", { answers: [{ selected: [], text, isSkipped: false }] });
    await expect(answer("x".repeat(FIVE_MEGABYTES))).rejects.toMatchObject({ code: "invalid" });
    expect(await hive.services.listOpenWaits()).toHaveLength(1);
    await answer("green");
    expect(await run.finished()).toMatchObject({ status: "completed", answer: "Done." });
    expectWholeRun(run.events);
  });
});
