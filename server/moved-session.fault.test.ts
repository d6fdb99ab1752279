import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resultText } from "./contract/tool-result.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { isRunning } from "./testing/hold-skill.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive, PROJECT_FOLDER } from "./testing/open-hive.ts";
import { playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

test("a session that moves to another worker leaves no MCP server behind on the first", async () => {
  await using folder = await makeDataFolder();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const pid = { calls: [{ name: "mcp__scripted__pid", input: {} }] };
  const question = { question: "Go on?", options: [{ label: "yes" }, { label: "no" }] };
  await using models = await startModelServer({
    handler: playByTurn({
      lead: [
        pid,
        { calls: [{ name: "ask_user", input: { questions: [question] } }] },
        pid,
        async () => {
          await held;
          return { text: "Done." };
        },
      ],
    }),
  });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using first = await openHive({ ...place, role: "all" });
  const server = join(PROJECT_FOLDER, "server", "testing", "mcp-scripted-server.mjs");
  await first.services.saveMcpServer({ name: "scripted", command: "node", args: [server], env: {} });
  await first.services.testMcpServer("scripted");
  const org = await first.addOrg(drawPlayedOrg(["lead"], { lead: { mcp: [{ server: "scripted" }] } }));
  await using run = await first.run(org, "Get it done");
  const { waitId } = await run.waitFor("question.asked");
  await run.waitFor("session.parked");

  // Answered through another process that works itself, which takes the session at once.
  await using second = await openHive({ ...place, role: "all" });
  await second.services.answerWait(waitId, { answers: [{ selected: ["yes"], text: "", isSkipped: false }] });
  const pids = (): readonly number[] =>
    run.events.flatMap((event) =>
      event.type === "tool_result" && event.name === "mcp__scripted__pid"
        ? Number(resultText(event.result))
        : [],
    );
  await expect.poll(() => pids().length).toBe(2);
  const [before = 0, now = 0] = pids();
  expect(now).not.toBe(before);
  await expect.poll(() => isRunning(before)).toBe(false);
  expect(isRunning(now)).toBe(true);
  letGo();
  expect((await run.finished()).status).toBe("completed");
  expectWholeRun(run.events);
  await expect.poll(() => isRunning(now)).toBe(false);
});
