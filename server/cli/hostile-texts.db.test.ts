import { afterAll, beforeAll, expect, test } from "vitest";
import { runFilterInput } from "../contract/api.ts";
import { openhive } from "../testing/command-line.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "../testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

/** Clears the screen, names the window, writes to the clipboard, links elsewhere, hides, turns around, and is a line of its own. */
const HOSTILE =
  "x\u001b[2J\u001b]0;owned\u0007\u001b]52;c;cm0=\u0007\u001b]8;;http://evil.example\u001b\\\u009b8m\u202egnp\u061c\rno\nFailed: 1";
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const COMMANDS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u202e]/;

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let models: ModelServer;
let hive: Hive;
const place = () => ({ url: database.url, dataDir: folder.path, variables: modelVariables(models) });
const run = (...args: readonly string[]) => openhive(place(), args);

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  models = await startModelServer({
    handler: playByTurn({
      lead: [
        {
          text: HOSTILE,
          calls: [
            { name: "notify", input: { title: HOSTILE, body: HOSTILE } },
            { name: `no_such_tool${HOSTILE}`, input: { [HOSTILE]: HOSTILE } },
            { name: "workspace_write", input: { path: `a${HOSTILE}.txt`, content: HOSTILE } },
            { name: "ask_user", input: { questions: [{ question: HOSTILE, header: "x", options: [] }] } },
          ],
        },
        { text: HOSTILE },
      ],
    }),
  });
  hive = await openHive({ ...place(), role: "web" });
  const document = drawPlayedOrg(["lead"]);
  const agents = document.agents.map((agent) => ({
    ...agent,
    persona: `${agent.persona}${HOSTILE}`,
    role: HOSTILE,
  }));
  await hive.services.createOrg({
    document: { ...document, name: `Org ${HOSTILE}`, description: HOSTILE, agents },
    slug: "hostile",
  });
  await hive.services.saveMcpServer({
    name: "odd",
    command: process.execPath,
    args: ["-e", `process.stderr.write(${JSON.stringify(HOSTILE)}); process.exit(1)`],
    env: {},
  });
});
afterAll(async () => {
  await hive.close();
  await models.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

/** What a command says commands no terminal, on either output, and a line of its own is OpenHive's. */
async function expectHarmless(...args: readonly string[]) {
  const end = await run(...args);
  expect(end.stdout + end.stderr, args.join(" ")).not.toMatch(COMMANDS);
  return end;
}

test("what agents and orgs wrote commands no terminal while a run is watched", async () => {
  const ran = await expectHarmless("run", "--org", "hostile", "--task", HOSTILE, "--no-input");
  expect(ran.stdout, "the answer is told").toContain("x‹U+001B›[2J");
  expect(ran.stderr, "only OpenHive begins a line").not.toMatch(/^Failed: 1/m);
  const [summary] = (await hive.services.listRuns(runFilterInput.parse({}))).runs;
  expect((await expectHarmless("runs", "show", summary?.id ?? "")).code).toBe(0);
});

test.each([
  ["runs", "list"],
  ["notices", "list"],
  ["org", "list"],
  ["org", "versions", "hostile"],
  ["org", "xray", "hostile"],
  ["audit"],
  ["audit", "--format", "csv"],
  ["audit", "--format", "jsonl"],
  ["mcp", "list"],
  ["mcp", "test", "odd"],
  ["tools", "list", "--org", "hostile", "--agent", "lead"],
  ["tools", "explain", "--org", "hostile", "lead", HOSTILE],
  ["toolboxes", "create", HOSTILE],
  ["runs", "show", HOSTILE],
])(
  "what agents, servers and orgs wrote commands no terminal, whichever command tells it: %s %s",
  async (...args) => {
    const { stdout, stderr } = await expectHarmless(...args);
    expect(stdout + stderr).not.toBe("");
  },
);

test("as JSON and as YAML it is the same text, escaped", async () => {
  const shown = await expectHarmless("org", "list", "--json");
  expect(JSON.parse(shown.stdout)).toContainEqual(expect.objectContaining({ name: `Org ${HOSTILE}` }));
  const exported = await expectHarmless("org", "export", "hostile");
  const { writeFile } = await import("node:fs/promises");
  const file = `${folder.path}/hostile.yaml`;
  await writeFile(file, exported.stdout);
  expect((await expectHarmless("org", "import", file, "--slug", "again", "--json")).code).toBe(0);
  const [before, after] = await Promise.all(["hostile", "again"].map((slug) => hive.services.getOrg(slug)));
  expect(after?.document).toEqual(before?.document);
});
