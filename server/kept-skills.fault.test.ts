import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { QuestionAnswer } from "./contract/questions.ts";
import { resultText } from "./contract/tool-result.ts";
import { createDatabase, type Database } from "./store/database.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables, startWorkerProcess } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let store: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  store = createDatabase(database.url, "test");
});
afterEach(async () => {
  await store.end();
  await database.close();
});

const YES: QuestionAnswer = { answers: [{ selected: ["yes"], text: "", isSkipped: false }] };
const ASK = {
  name: "ask_user",
  input: { questions: [{ question: "Go on?", options: [{ label: "yes" }, { label: "no" }] }] },
};
const READ = [
  { name: "answer", input: {} },
  { name: "read_skill_file", input: { name: "oracle", path: "note.md" } },
  { name: "run_skill_script", input: { skill: "oracle", script: "scripts/say.sh" } },
];

/** One revision of the skill: its manual, function, resource and script all say which. */
async function writeOracle(dataDir: string, which: string): Promise<void> {
  const folder = join(dataDir, "skills", "oracle");
  await mkdir(join(folder, "scripts"), { recursive: true });
  await writeFile(
    join(folder, "SKILL.md"),
    `---\nname: oracle\ndescription: Knows.\n---\n\nThe ${which} manual.\n`,
  );
  await writeFile(
    join(folder, "oracle.py"),
    `def answer() -> str:\n    """Answers."""\n    return "${which}"\n`,
  );
  await writeFile(join(folder, "note.md"), which);
  await writeFile(join(folder, "scripts", "say.sh"), `echo ${which}\n`);
}

test.each([
  ["with another revision of the skill", async (dataDir: string) => writeOracle(dataDir, "second")],
  ["without the skill", async () => undefined],
] as const)(
  "a session goes on with the skill as it activated it when its worker is killed and one on another machine, %s, takes over",
  async (_case, prepare) => {
    await using here = await makeDataFolder();
    await using there = await makeDataFolder();
    await writeOracle(here.path, "first");
    await prepare(there.path);
    await using models = await startModelServer({
      handler: playByTurn({
        lead: [
          { calls: [{ name: "activate_skill", input: { name: "oracle" } }] },
          { calls: [{ name: "answer", input: {} }] },
          { calls: [ASK] },
          { calls: READ },
          { text: "Done." },
        ],
      }),
    });
    await using pages = await openHive({
      url: database.url,
      dataDir: here.path,
      role: "web",
      variables: modelVariables(models),
    });
    const org = await pages.addOrg(drawPlayedOrg(["lead"], { lead: { skills: ["oracle"] } }));
    await using first = await startWorkerProcess({ url: database.url, dataDir: here.path, models });
    await using run = await pages.run(org, "Ask the oracle");
    const { waitId } = await run.waitFor("question.asked");
    await run.waitFor("session.parked");
    first.kill("SIGKILL");
    await rm(join(here.path, "skills", "oracle"), { recursive: true });
    await using _second = await startWorkerProcess({ url: database.url, dataDir: there.path, models });
    expect(await pages.services.answerWait(waitId, YES)).toMatchObject({ isAccepted: true });

    expect(await run.finished()).toMatchObject({ status: "completed", answer: "Done." });
    expectWholeRun(run.events);
    const results = run.events.filter((event) => event.type === "tool_result").slice(-READ.length);
    expect(results.map(({ result }) => resultText(result).trim())).toEqual(["first", "first", "first"]);
    expect(models.requests.at(-1)?.system).toContain("The first manual.");
    const revisions = await readdir(join(there.path, "skill-revisions"));
    const { rows } = await store.query("select revision from skill_revision");
    expect(revisions).toEqual(rows.map(({ revision }) => revision));
  },
);
