import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, hiveVariables, makeDataFolder, openHive, PROJECT_FOLDER } from "../testing/open-hive.ts";
import { lastResult, playBelowLead, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let models: ModelServer;
let pages: Hive;

const QUESTION = {
  question: "Which one?",
  header: "Choice",
  options: [
    { label: "This", description: "The first" },
    { label: "That", description: "The second" },
  ],
  multiSelect: false,
};
const asks = { calls: [{ name: "ask_user", input: { questions: [QUESTION] } }] };

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  models = await startModelServer({
    handler: playByTurn({ lead: [asks, (request) => ({ text: `Heard: ${lastResult(request)}` })] }),
  });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  pages = await openHive({ ...place, role: "web" });
  await pages.services.createOrg({ document: drawPlayedOrg(["lead"]), slug: "asks" });
});
afterEach(async () => {
  await pages.close();
  await models.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

/** Gives a command a real terminal, and ends as it did. */
const TERMINAL = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

/** `openhive run` at a terminal. */
function runAtTerminal(org = "asks") {
  const variables = { DATABASE_URL: database.url, TERM: "xterm", ...modelVariables(models) };
  const command = [process.execPath, join(PROJECT_FOLDER, "bin", "openhive.mjs")];
  const child = spawn("python3", ["-c", TERMINAL, ...command, "run", "--org", org, "--task", "Ask me"], {
    cwd: PROJECT_FOLDER,
    env: { NODE_ENV: "production", ...hiveVariables(folder.path, variables) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  return {
    shown: () => shown,
    type: (keys: string) => void child.stdin.write(keys),
    ended: once(child, "close").then(([code]) => ({ code, shown })),
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

async function openWait(): Promise<string> {
  await expect.poll(async () => (await pages.services.listOpenWaits()).length).toBe(1);
  return (await pages.services.listOpenWaits())[0]?.id ?? "";
}

test("an answer given in the pages takes the question at the terminal back, and the run goes on", async () => {
  using terminal = runAtTerminal();
  await expect.poll(() => terminal.shown(), { timeout: 60_000 }).toContain("The first");
  await pages.services.answerWait(await openWait(), {
    answers: [{ selected: ["That"], text: "", isSkipped: false }],
  });
  const { code, shown } = await terminal.ended;
  expect(shown).toContain("Answered elsewhere: That");
  expect(shown).toMatch(/Heard: .*That/s);
  expect(code).toBe(0);
});

test("an answer given at the terminal counts, and whoever answers later in the pages is told", async () => {
  using terminal = runAtTerminal();
  await expect.poll(() => terminal.shown(), { timeout: 60_000 }).toContain("The first");
  const waitId = await openWait();
  terminal.type("\r");
  const { code, shown } = await terminal.ended;
  expect(shown).toMatch(/Heard: .*This/s);
  expect(shown).not.toContain("Answered elsewhere");
  expect(code).toBe(0);
  expect(
    await pages.services.answerWait(waitId, {
      answers: [{ selected: ["That"], text: "", isSkipped: false }],
    }),
  ).toMatchObject({ isAccepted: false, answer: { answers: [{ selected: ["This"] }] } });
});

test("the look of an option is told at the terminal in colour and in a word, and its value is what the agent gets", async () => {
  const options = [
    { label: "Delete it", value: "gone", variant: "destructive" },
    { label: "Keep it", value: "kept" },
  ];
  const input = { prompt_type: "confirm", question: "Delete it?", options };
  const heard = (request: Parameters<typeof lastResult>[0]) => ({ text: `Heard: ${lastResult(request)}` });
  models.use(playByTurn({ lead: [{ calls: [{ name: "prompt_human", input }] }, heard] }));
  using terminal = runAtTerminal();
  await expect.poll(() => terminal.shown(), { timeout: 60_000 }).toContain("Keep it");
  expect(terminal.shown()).toContain("\u001b[31mDelete it (destructive)");
  expect(terminal.shown()).not.toContain("Keep it (");
  await openWait();
  terminal.type("\r");
  const { code, shown } = await terminal.ended;
  expect(shown).toMatch(/Heard: .*Chosen: gone \(Delete it\)/s);
  expect(code).toBe(0);
});

test("a call of a child is allowed at the terminal of its run, which shows through whom it came and its arguments", async () => {
  const input = { sql: "create table at_terminal (id int)", confirm_destructive: true };
  const turns = [{ calls: [{ name: "db_exec", input }] }];
  models.use(playBelowLead([...turns, (request) => ({ text: `Heard: ${lastResult(request)}` })]));
  await pages.services.createOrg({ document: drawPlayedOrg(["lead > a"]), slug: "hands-on" });
  using terminal = runAtTerminal("hands-on");
  await expect.poll(() => terminal.shown(), { timeout: 60_000 }).toContain("Allow once");
  expect(terminal.shown()).toMatch(/asked by lead > a, denied by itself at 2/);
  expect(terminal.shown()).toContain("create table at_terminal (id int)");
  await openWait();
  terminal.type("\r");
  const { code, shown } = await terminal.ended;
  expect(shown).toContain("Heard: ");
  expect(shown).not.toContain("was not run");
  expect(code).toBe(0);
});

test("Ctrl-C in the middle of a question stops the run", async () => {
  using terminal = runAtTerminal();
  await expect.poll(() => terminal.shown(), { timeout: 60_000 }).toContain("The first");
  await openWait();
  terminal.type("\u0003");
  const { code, shown } = await terminal.ended;
  expect(shown).toContain("Stopped");
  expect(code).toBe(1);
});
