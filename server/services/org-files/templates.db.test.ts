import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Hive, makeDataFolder, openHive, PROJECT_FOLDER } from "../../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createTemplateShelf } from "./template-shelf.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hive: Hive;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  hive = await openHive({ url: database.url, dataDir: folder.path, role: "all" });
});
afterAll(async () => {
  await hive.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

const shelf = createTemplateShelf(join(PROJECT_FOLDER, "packages", "templates"));
const names = (await shelf.list()).map(({ slug }) => slug);

test.each(names)(
  "the template %s plays in rehearsal: everybody works and nothing fails",
  async (template) => {
    const org = await hive.services.createFromTemplate({ template });
    expect(await hive.services.checkOrg(org.document)).toEqual([]);
    const files = org.sampleFiles.map((file) => file.name);
    await using run = await hive.run(org, org.document.task, { sampleFiles: files });
    void run
      .waitFor("question.asked")
      .then(({ waitId, questions }) =>
        hive.services.answerWait(waitId, {
          answers: questions.map(() => ({ selected: [], text: "Cost", isSkipped: false })),
        }),
      )
      .catch(() => undefined);
    const end = await run.finished();
    expect(end).toMatchObject({ status: "completed" });
    const sessions = await hive.services.listSessions(run.runId);
    expect(new Set(sessions.map(({ agentName }) => agentName))).toEqual(
      new Set(org.document.agents.map(({ name }) => name)),
    );
    for (const session of sessions)
      expect(session, session.agentName).toMatchObject({ status: "completed", error: null });
    const failed = run.events.filter(
      (event) => event.type === "tool_result" && event.result.status === "error",
    );
    expect(failed).toEqual([]);
    const { answer } = await hive.services.getRun(run.runId);
    // The figures come from the file: nothing but a skill that ran could know them.
    expect(answer).toMatch(/\|.*\d+/);
  },
);
