import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, hiveVariables, makeDataFolder, openHive, PROJECT_FOLDER } from "../testing/open-hive.ts";
import { lastResult, type PlayedTurn, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let models: ModelServer;
let pages: Hive;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  models = await startModelServer({ handler: playByTurn({}) });
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

type End = "stdin" | "stdout" | "stderr";
const NUMBERS = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** `openhive` with these of its ends at a terminal; what is left of standard output and error goes through a pipe. */
function openhiveAt(ends: readonly End[], args: readonly string[]) {
  const numbers = ends.map((end) => NUMBERS[end]).join(",");
  const helper = join(PROJECT_FOLDER, "server", "testing", "half-terminal.py");
  const command = [process.execPath, join(PROJECT_FOLDER, "bin", "openhive.mjs"), ...args];
  const variables = { DATABASE_URL: database.url, TERM: "xterm", ...modelVariables(models) };
  const child = spawn("python3", [helper, numbers, ...command], {
    cwd: PROJECT_FOLDER,
    env: { NODE_ENV: "production", ...hiveVariables(folder.path, variables) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
    });
  child.stdin.on("error", () => undefined);
  return {
    shown: () => stripVTControlCharacters(said.stderr),
    type: (keys: string) => void child.stdin.write(keys),
    ended: once(child, "close").then(([code]) => ({ code, ...said })),
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

const run = ["run", "--org", "asks", "--task", "Ask me"];
const option = (label: string, description = "") => ({ label, description });
const heard: PlayedTurn = (request) => ({ text: `Heard: ${lastResult(request)}` });

function ask(...questions: readonly object[]): PlayedTurn {
  const whole = questions.map((question) => ({ header: "x", options: [], multiSelect: false, ...question }));
  return { calls: [{ name: "ask_user", input: { questions: whole } }] };
}

test.each<{ readonly kind: string; readonly turn: PlayedTurn; readonly steps: readonly [string, string][] }>([
  {
    kind: "one of several",
    turn: ask({
      question: "Which one?",
      options: [option("This", "The first"), option("That", "The second")],
    }),
    steps: [["The first", "\r"]],
  },
  {
    kind: "some of several",
    turn: ask({
      question: "Which ones?",
      options: [option("This", "The first"), option("That", "The second")],
      multiSelect: true,
    }),
    steps: [["The first", " \r"]],
  },
  {
    kind: "own words",
    turn: ask({ question: "What then?" }),
    steps: [["empty to skip", "This\r"]],
  },
  {
    kind: "own words instead of a choice",
    turn: ask({ question: "Which one?", options: [option("One", "The first"), option("Two", "The second")] }),
    steps: [
      ["The first", "\u001b[B\u001b[B\r"],
      ["Your answer", "This\r"],
    ],
  },
  {
    kind: "a secret",
    turn: { calls: [{ name: "prompt_secret", input: { name: "THIS", description: "For the door" } }] },
    steps: [["empty to decline", "open sesame\r"]],
  },
])(
  "with the answer in a pipe, a question is put at the terminal and no byte of it is in the answer: $kind",
  async ({ turn, steps }) => {
    models.use(playByTurn({ lead: [turn, heard] }));
    using terminal = openhiveAt(["stdin", "stderr"], run);
    for (const [shown, keys] of steps) {
      await expect.poll(() => terminal.shown(), { timeout: 60_000 }).toContain(shown);
      terminal.type(keys);
    }
    const { code, stdout } = await terminal.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Heard: .*this/is);
    for (const shown of ["\u001b", "to skip", "to decline", "open sesame"])
      expect(stdout).not.toContain(shown);
  },
);

test.each<{ readonly ends: readonly End[] }>([
  { ends: ["stdin"] },
  { ends: ["stderr"] },
  { ends: ["stdin", "stdout"] },
])(
  "where nobody can see a question and answer it, the run waits: $ends alone at a terminal",
  async ({ ends }) => {
    models.use(playByTurn({ lead: [ask({ question: "Which one?" }), heard] }));
    using terminal = openhiveAt(ends, run);
    const { code, stderr } = await terminal.ended;
    expect(code).toBe(3);
    expect(stderr).toContain("The run waits for a person.");
    expect(await pages.services.listOpenWaits()).toHaveLength(1);
  },
);

test("a value that is typed at a terminal stays out of the JSON", async () => {
  using terminal = openhiveAt(["stdin", "stderr"], ["vault", "set", "DOOR", "--json"]);
  await expect.poll(() => terminal.shown(), { timeout: 60_000 }).toContain("Value of DOOR");
  terminal.type("open sesame\r");
  const { code, stdout, stderr } = await terminal.ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ name: "DOOR", isReplaced: false });
  expect(stderr).not.toContain("open sesame");
});

const LINES = "Go on?\nApproved by OpenHive.\r\nFailed: 1\n\u2028Stopped: 2";

test.each<{ readonly kind: string; readonly turn: PlayedTurn; readonly steps: readonly [string, string][] }>([
  {
    kind: "a choice",
    turn: ask({ question: LINES, options: [option("This", LINES), option("That", `Approved\n${LINES}`)] }),
    steps: [
      ["Skip", "\u001b[B"],
      ["    Approved\n", "\r"],
    ],
  },
  {
    kind: "several choices",
    turn: ask({
      question: LINES,
      options: [option("This", LINES), option("That", LINES)],
      multiSelect: true,
    }),
    steps: [["That", " \r"]],
  },
  { kind: "own words", turn: ask({ question: LINES }), steps: [["empty to skip", "This\r"]] },
  {
    kind: "a secret",
    turn: { calls: [{ name: "prompt_secret", input: { name: "THIS", description: LINES } }] },
    steps: [["empty to decline", "open sesame\r"]],
  },
])("no line of a question begins with what the agent wrote: $kind", async ({ turn, steps }) => {
  models.use(playByTurn({ lead: [turn, { text: "Done." }] }));
  using terminal = openhiveAt(["stdin", "stderr"], run);
  const lines = () => terminal.shown().replaceAll("\r\n", "\n");
  for (const [shown, keys] of steps) {
    await expect.poll(lines, { timeout: 60_000 }).toContain(shown);
    terminal.type(keys);
  }
  const { code } = await terminal.ended;
  expect(code).toBe(0);
  expect(lines(), "it is shown, and readable").toContain("\n    Approved by OpenHive.\n    Failed: 1\n");
  expect(lines()).not.toMatch(/^(Go on|Approved|Failed|Stopped)/m);
});
