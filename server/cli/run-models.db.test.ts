import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListedTool } from "../contract/tool-array.ts";
import { resultText } from "../contract/tool-result.ts";
import { openhive, openhiveProcess, openhiveRun } from "../testing/command-line.ts";
import { drawOrg } from "../testing/draw-org.ts";
import type { ModelHandler, ModelScript, ModelServerRequest } from "../testing/model-script.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, hiveVariables, makeDataFolder, openHive, PROJECT_FOLDER } from "../testing/open-hive.ts";
import { startHiveProcess } from "../testing/open-hive-process.ts";
import { agentOf, lastResult, type PlayedTurn, playByTurn } from "../testing/play-by-turn.ts";
import { followRun } from "../testing/run-follower.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let pages: Hive;
let models: ModelServer;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  models = await startModelServer({ handler: () => ({ status: 500 }) });
  pages = await openHive({ url: database.url, dataDir: folder.path, role: "all", variables: WIRES.openai() });
  const server = join(PROJECT_FOLDER, "server", "testing", "mcp-scripted-server.mjs");
  await pages.services.saveMcpServer({ name: "scripted", command: "node", args: [server], env: {} });
  await pages.services.testMcpServer("scripted");
  const document = drawOrg(["lead > helper"], {
    helper: { skills: ["csv-figures"], mcp: [{ server: "scripted", tools: ["echo", "failing"] }] },
  });
  await pages.services.createOrg({ document, slug: "desk" });
  await writeFile(join(folder.path, "data.csv"), "name,amount\na,1.5\nb,2.25\n");
});
afterAll(async () => {
  await pages.close();
  await models.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});
const WIRES = {
  openai: () => ({ OPENAI_BASE_URL: `${models.url}/v1`, OPENAI_API_KEY: "key-of-this-test" }),
  anthropic: () => ({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: "key-of-this-test" }),
  "openai-compatible": () => ({ OPENAI_COMPATIBLE_BASE_URL: `${models.url}/v1` }),
};

interface Way {
  readonly provider?: keyof typeof WIRES;
  readonly more?: readonly string[];
  readonly by?: typeof openhive;
}

/** `run --json --model PROVIDER/x` against the loopback server, which plays what it is told. */
async function runWith(handler: ModelHandler, { provider = "openai", more = [], by = openhive }: Way = {}) {
  models.use(handler);
  const earlier = models.requests.length;
  const place = { url: database.url, dataDir: folder.path, variables: WIRES[provider]() };
  const args = ["--org", "desk", "--task", "Get it done", "--model", `${provider}/x`, ...more];
  const run = await openhiveRun(place, args, by);
  return { ...run, requests: models.requests.slice(earlier) };
}

const WHOLE: Readonly<Record<string, readonly PlayedTurn[]>> = {
  lead: [
    {
      text: "I ask the helper.",
      calls: [{ name: "delegate_to", input: { assignee: "helper", task: "Sum data.csv up" } }],
    },
    (request) => ({ text: `Lead: ${lastResult(request)}` }),
  ],
  helper: [
    { calls: [{ name: "activate_skill", input: { name: "csv-figures" } }] },
    {
      calls: [
        { name: "summarise_column", input: { path: "data.csv", column: "amount" } },
        { name: "mcp__scripted__echo", input: { city: "Oslo" } },
      ],
    },
    ({ messages }) => ({
      text: `Helper: ${messages.flatMap((message) => (message.role === "tool" ? [message.text] : [])).join(" | ")}`,
    }),
  ],
};

/** The tools that the lead's model got in its first turn, by provider. */
const sent = new Map<string, ModelServerRequest["tools"]>();

test.each(Object.keys(WIRES) as (keyof typeof WIRES)[])(
  "with a model of %s an org delegates, activates a skill, calls its function and an MCP tool, and answers",
  async (provider) => {
    const more = ["--attach", join(folder.path, "data.csv")];
    const run = await runWith(playByTurn(WHOLE), { provider, more, by: openhiveProcess });
    expect(run).toMatchObject({ code: 0, end: { status: "completed" } });
    expect(run.end.answer).toContain("3.75");
    expect(run.end.answer).toContain("Oslo");
    expect(run.requests.map(agentOf)).toEqual(["lead", "helper", "helper", "helper", "lead"]);
    expect(new Set(run.requests.map((request) => request.model))).toEqual(new Set(["x"]));
    const called = run.events.flatMap((event) => (event.type === "tool_call" ? [event.origin.kind] : []));
    expect(called).toEqual(["delegation", "builtin", "skill", "mcp"]);
    sent.set(provider, run.requests[0]?.tools ?? []);
  },
);

test("tools list gives exactly the array that the models got: names, descriptions, schemas and order", async () => {
  const args = ["tools", "list", "--org", "desk", "--agent", "Lead", "--json"];
  const { stdout, stderr, code } = await openhive({ url: database.url, dataDir: folder.path }, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const listed = JSON.parse(stdout) as readonly ListedTool[];
  const bare = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  for (const provider of Object.keys(WIRES)) expect(sent.get(provider), provider).toEqual(bare);
  for (const tool of listed)
    expect(Object.keys(tool)).toEqual(["name", "description", "inputSchema", "origin"]);
  expect(listed.at(-1)?.name).toBe("delegate_parallel");
});

/** Misbehaves once, then answers. */
function onceThen(first: ModelScript, then: ModelScript = { text: "Recovered." }): ModelHandler {
  let asked = 0;
  return () => {
    asked += 1;
    return asked === 1 ? first : then;
  };
}

test("a model that refuses the key fails the run at once and says what to do, without repeating the key", async () => {
  const run = await runWith(() => ({ status: 401 }), { by: openhiveProcess });
  expect(run).toMatchObject({ code: 1, end: { status: "failed" } });
  expect(run.end.error).toMatch(/key/i);
  expect(run.stdout).not.toContain("key-of-this-test");
  expect(run.requests).toHaveLength(1);
});

test("a model that asks to come back later is asked again after that time", async () => {
  const run = await runWith(onceThen({ status: 429, headers: { "retry-after": "1" } }));
  expect(run).toMatchObject({ code: 0, end: { status: "completed", answer: "Recovered." } });
  expect(run.events.find((event) => event.type === "turn.retried")).toMatchObject({
    attempt: 1,
    delayMs: 1_000,
  });
});

test.each([
  ["an internal error", { status: 500 }],
  ["a connection that is cut in the middle of the answer", { text: "Half an ans", breakAfterText: "cut" }],
  ["an answer that ends early", { text: "Half an ans", breakAfterText: "end" }],
] as const)("after %s the model is asked again, and nothing of the broken answer stays", async (_, first) => {
  const run = await runWith(onceThen(first));
  expect(run).toMatchObject({ code: 0, end: { status: "completed", answer: "Recovered." } });
  expect(run.events.filter((event) => event.type === "turn.retried")).toHaveLength(1);
  expect(run.stdout).not.toContain("Half an ans");
});

test.each([
  ["arguments that break off", { name: "add_todo", rawInput: '{"text": "bu' }, "invalid_input"],
  ["arguments that do not fit", { name: "add_todo", input: { txet: 1 } }, "invalid_input"],
  ["a tool that does not exist", { name: "fly_to_moon", input: {} }, "tool_not_found"],
] as const)(
  "a call with %s gets an error that the model reads, and the run goes on",
  async (_, call, code) => {
    const run = await runWith(
      playByTurn({ lead: [{ calls: [call] }, (request) => ({ text: lastResult(request) })] }),
    );
    expect(run).toMatchObject({ code: 0, end: { status: "completed" } });
    const results = run.events.flatMap((event) =>
      event.type === "tool_result" && event.result.status === "error" ? [event.result] : [],
    );
    expect(results.map((result) => result.code)).toEqual([code]);
    const [result] = results;
    expect(run.end.answer.replaceAll('\\"', '"').replaceAll("\\n", "\n")).toContain(
      result ? resultText(result) : "a result",
    );
  },
);

test("a question without a terminal ends the command as waiting, and the answer given elsewhere completes the run", async () => {
  const asking: readonly PlayedTurn[] = [
    { calls: [{ name: "ask_user", input: { questions: [{ question: "Which month?" }] } }] },
    (request) => ({ text: lastResult(request) }),
  ];
  const run = await runWith(playByTurn({ lead: asking }), { by: openhiveProcess });
  expect(run).toMatchObject({ code: 3, end: { type: "run.finished", status: "waiting" } });
  const [wait] = await pages.services.listOpenWaits();
  if (!wait) throw new Error("No question is open.");
  await using following = followRun(pages.services, wait.runId);
  await pages.services.answerWait(wait.id, { answers: [{ selected: [], text: "May", isSkipped: false }] });
  expect(await following.finished()).toMatchObject({
    status: "completed",
    answer: expect.stringContaining("May"),
  });
});

test("with --no-input nobody is waited for: the agent is told at once, and the run comes to its end", async () => {
  const run = await runWith(
    playByTurn({
      lead: [
        { calls: [{ name: "ask_user", input: { questions: [{ question: "Which one?" }] } }] },
        (request) => ({ text: lastResult(request) }),
      ],
    }),
    { more: ["--no-input"] },
  );
  expect(run).toMatchObject({ code: 0, end: { status: "completed" } });
  expect(run.end.answer).toContain("nobody can be asked");
  expect(run.events.some((event) => event.type === "question.asked")).toBe(false);
});

test("a run that is interrupted is stopped, not left behind", async () => {
  models.use(() => ({ hang: true, text: "Let me" }));
  const variables = hiveVariables(folder.path, { DATABASE_URL: database.url, ...WIRES.openai() });
  await using command = startHiveProcess(
    ["run", "--org", "desk", "--task", "Get it done", "--json", "--model", "openai/x"],
    { variables },
  );
  await command.said('"type":"turn.started"');
  command.kill("SIGINT");
  const { code, stdout, stderr } = await command.ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
    type: "run.finished",
    status: "cancelled",
  });
});
