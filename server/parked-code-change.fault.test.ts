import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { QuestionAnswer } from "./contract/questions.ts";
import { resultText } from "./contract/tool-result.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import type { ModelServerRequest } from "./testing/model-script.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive, PROJECT_FOLDER } from "./testing/open-hive.ts";
import { playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { followRun } from "./testing/run-follower.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const YES: QuestionAnswer = { answers: [{ selected: ["yes"], text: "", isSkipped: false }] };
const ASK = {
  name: "ask_user",
  input: { questions: [{ question: "Go on?", options: [{ label: "yes" }, { label: "no" }] }] },
};

/** One revision of a skill: its manual, and a module for each function. */
async function writeSkill(path: string, manual: string, code: string): Promise<void> {
  await mkdir(path, { recursive: true });
  const head = `---\nname: ${basename(path)}\ndescription: Counts things.\n---\n\n`;
  await writeFile(join(path, "SKILL.md"), `${head}${manual}\n`);
  await writeFile(join(path, "code.py"), code);
}

const count = (name: string, answer: string) =>
  `def ${name}(what: str) -> str:\n    """Counts.\n\n    Args:\n        what: What to count.\n    """\n    return "${answer}"\n`;

const toolNames = (request: ModelServerRequest | undefined) => request?.tools.map((tool) => tool.name) ?? [];

test("a session that sleeps on a question goes on under other code: what it activated stays, tools that are gone are said to be gone, new ones work", async () => {
  await using folder = await makeDataFolder();
  const skills = join(folder.path, "skills");
  await writeSkill(join(skills, "tally"), "Call count_old.", count("count_old", "old"));
  await using models = await startModelServer({
    handler: playByTurn({
      lead: [
        { calls: [{ name: "activate_skill", input: { name: "tally" } }] },
        { calls: [{ name: "mcp__scripted__echo", input: { a: 1 } }] },
        { calls: [ASK, { name: "count_old", input: { what: "a" } }] },
        {
          calls: [
            { name: "count_old", input: { what: "b" } },
            { name: "mcp__scripted__echo", input: { a: 2 } },
            { name: "activate_skill", input: { name: "later" } },
          ],
        },
        { calls: [{ name: "count_new", input: { what: "c" } }] },
        { text: "Done with what there is." },
      ],
    }),
  });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  const before = await openHive({ ...place, role: "all" });
  const server = join(PROJECT_FOLDER, "server", "testing", "mcp-scripted-server.mjs");
  await before.services.saveMcpServer({ name: "scripted", command: "node", args: [server], env: {} });
  await before.services.testMcpServer("scripted");
  const org = await before.addOrg(
    drawPlayedOrg(["lead"], { lead: { skills: ["tally", "later"], mcp: [{ server: "scripted" }] } }),
  );
  const { runId, ...run } = await before.run(org, "Get it done");
  const { waitId } = await run.waitFor("question.asked");
  await run.waitFor("session.parked");
  await run[Symbol.asyncDispose]();
  await before.close();

  await writeSkill(join(skills, "tally"), "Call count_other.", count("count_other", "other"));
  await writeSkill(join(skills, "later"), "Call count_new, and mind the rules.", count("count_new", "new"));
  await using after = await openHive({ ...place, role: "all" });
  await after.services.removeMcpServer("scripted");
  await using following = followRun(after.services, runId);
  expect(await after.services.answerWait(waitId, YES)).toMatchObject({ isAccepted: true });
  expect(await following.finished()).toMatchObject({
    status: "completed",
    answer: "Done with what there is.",
  });
  expectWholeRun(following.events);

  const asked = models.requests;
  expect(toolNames(asked[2])).toEqual(expect.arrayContaining(["count_old", "mcp__scripted__echo"]));
  // The revision that it activated is kept as long as the session may use it.
  expect(toolNames(asked[3])).toContain("count_old");
  expect(toolNames(asked[3])).not.toContain("count_other");
  expect(toolNames(asked[3])).not.toContain("mcp__scripted__echo");
  expect(toolNames(asked[4])).toContain("count_new");
  expect(asked[4]?.system).toContain("mind the rules");
  const late = following.events.filter((event) => event.type === "tool_result").slice(-4);
  expect(
    late.map(({ name, result }) => [name, result.status === "error" ? result.code : resultText(result)]),
  ).toEqual([
    ["count_old", "old"],
    ["mcp__scripted__echo", "tool_not_found"],
    ["activate_skill", expect.stringContaining("count_new")],
    ["count_new", "new"],
  ]);
});
