import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openhive, openhiveProcess } from "../testing/command-line.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { addHoldSkill } from "../testing/hold-skill.ts";
import { type Hive, makeDataFolder, openHive, PROJECT_FOLDER } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const SCRIPTED = join(PROJECT_FOLDER, "server", "testing", "mcp-scripted-server.mjs");

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let pages: Hive;
const place = () => ({ url: database.url, dataDir: folder.path });
const run = (...args: readonly string[]) => openhive(place(), args);
const runProcess = (...args: readonly string[]) => openhiveProcess(place(), args);
const inFolder = (name: string) => join(folder.path, name);

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  const document = {
    ...drawOrg(["lead > a", "lead > b"], { a: { skills: ["hold"], limits: { maxTurns: 7 } } }),
    description: "Zwei Häfen 港",
    notes: [
      {
        id: "n",
        text: "line one\nline two: # no comment",
        position: { x: 1.5, y: -2 },
        width: 208,
        height: 96,
      },
    ],
  };
  await pages.services.createOrg({ document, slug: "desk" });
});
afterAll(async () => {
  await pages.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

test("an org comes back the same from export, import and export, and its slug is not taken twice", async () => {
  const first = await runProcess("orgs", "export", "desk", "--out", inFolder("first.yaml"));
  expect(first).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("first.yaml") });
  const taken = await run("orgs", "import", inFolder("first.yaml"));
  expect(taken).toMatchObject({ code: 1, stdout: "", stderr: "The slug desk is taken. Choose another.\n" });
  const imported = await run("orgs", "import", inFolder("first.yaml"), "--slug", "copy", "--json");
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(imported.stdout)).toMatchObject({ slug: "copy", version: 1 });
  const second = await run("orgs", "export", "copy");
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(second.stdout.replace("slug: copy", "slug: desk")).toBe(
    await readFile(inFolder("first.yaml"), "utf8"),
  );
});

test("orgs list tells every org, as a table and as JSON", async () => {
  expect((await runProcess("orgs", "list")).stdout).toMatch(/^slug +name +agents +version\n/);
  const listed = await runProcess("orgs", "list", "--json");
  expect(listed).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(listed.stdout)).toContainEqual(expect.objectContaining({ slug: "desk", agentCount: 3 }));
});

test("an org is made of one lead, ready to be run, and the next step can be copied", async () => {
  const made = await run("org", "new", "--name", "Harbour", "--json");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  const { slug } = JSON.parse(made.stdout) as { slug: string };
  const { document } = await pages.services.getOrg(slug);
  expect(document).toMatchObject({ name: "Harbour", agents: [{ name: "Lead" }], lines: [] });
  expect((await pages.services.checkOrg(document)).filter(({ level }) => level === "error")).toEqual([]);
  expect((await run("org", "new", "--name", "Harbour")).stderr).toBe(
    'Harbour is there as harbour-2. Try it: npx openhive run --org harbour-2 --task "..."\n',
  );
});

test("the version is told, and help names no default that is none", async () => {
  const { stdout } = await runProcess("--version");
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const help = await runProcess("run", "--help");
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toContain("--attach");
  expect(help.stdout).not.toContain("(default:");
});

test("wrong usage is JSON, too, where JSON is asked for", async () => {
  const end = await runProcess("org", "export", "desk", "--json");
  expect(end).toMatchObject({ code: 2, stderr: expect.stringContaining("--out FILE") });
  expect(JSON.parse(end.stdout)).toMatchObject({ error: { code: "usage" } });
});

test("commands for toolboxes tell as JSON what they did", async () => {
  const box = JSON.parse((await run("toolboxes", "create", "mine", "notify", "--json")).stdout);
  expect(box).toMatchObject({ name: "mine", tools: ["notify"] });
  expect(JSON.parse((await run("toolboxes", "set", box.id, "--json")).stdout)).toMatchObject({ tools: [] });
  expect(JSON.parse((await run("toolboxes", "remove", box.id, "--json")).stdout)).toEqual({
    id: box.id,
    isRemoved: true,
  });
});

test("commands for notices and orgs tell as JSON what they did", async () => {
  expect(JSON.parse((await run("notices", "read", "--json")).stdout)).toEqual({ count: 0 });
  expect(JSON.parse((await run("org", "name", "desk", "1", "First", "--json")).stdout)).toEqual({
    version: 1,
    label: "First",
  });
  const exported = await run("org", "export", "desk", inFolder("as-json"), "--json");
  expect(JSON.parse(exported.stdout)).toMatchObject({
    version: 1,
    files: expect.arrayContaining(["org.yaml"]),
  });
});

describe("what cannot be done is told in one sentence", () => {
  test.each([
    [
      "an org that is not there",
      ["run", "--org", "nobody", "--task", "x"],
      1,
      /^There is no (such )?org\b.*\.\n$/,
    ],
    [
      "an agent that is not there",
      ["tools", "list", "--org", "desk", "--agent", "ghost"],
      1,
      /^Test org has no agent ghost\. It has: lead, a, b\.\n$/,
    ],
    [
      "a provider that is not there",
      ["run", "--org", "desk", "--task", "x", "--model", "nosuch/model"],
      1,
      /There is no provider "nosuch"/,
    ],
    [
      "a provider without a key",
      ["run", "--org", "desk", "--task", "x", "--model", "anthropic/claude"],
      1,
      /ANTHROPIC_API_KEY/,
    ],
    [
      "half a model",
      ["run", "--org", "desk", "--task", "x", "--model", "tiny"],
      2,
      /--model.*PROVIDER\/MODEL/,
    ],
    [
      "a file that is not there",
      ["run", "--org", "desk", "--task", "x", "--attach", "/nowhere/a.csv"],
      1,
      /^The file \/nowhere\/a\.csv cannot be read\.\n$/,
    ],
    ["an empty task", ["run", "--org", "desk", "--task", "  "], 1, /^[^\n]*task[^\n]*\n$/i],
    ["an MCP server that is not there", ["mcp", "test", "ghost"], 1, /^There is no MCP server.*ghost.*\.\n$/],
    ["a name that no server can have", ["mcp", "add", "a b", "--", "node"], 1, /Letters, digits/],
    ["a missing option", ["run", "--org", "desk"], 2, /--task/],
    ["a variable without a value", ["mcp", "add", "x", "--env", "TOKEN", "--", "node"], 2, /NAME=VALUE/],
    ["a budget of nothing", ["run", "--org", "desk", "--task", "x", "--budget-tokens", "0"], 2, /above 0/],
    ["a turn that is no number", ["runs", "fork", "x", "--agent", "a", "--turn", "two"], 2, /whole number/],
    ["a version that is no number", ["org", "restore", "desk", "first"], 2, /whole number/],
    [
      "an answer that is none",
      ["approvals", "answer", "x", "perhaps"],
      2,
      /once, always, always-in-run, always-in-org, deny/,
    ],
    ["a format that is none", ["audit", "--format", "xml"], 2, /table, csv, json, jsonl/],
    ["a kind that is none", ["audit", "--kind", "joy"], 2, /refusal/],
    ["a kind of what is everything", ["audit", "--kind", "grant", "--format", "csv"], 1, /csv is everything/],
    ["a run of what is everything", ["audit", "--run", "x", "--format", "jsonl"], 1, /jsonl is everything/],
    ["a new org without a name", ["org", "new"], 2, /--name NAME.*--template NAME/],
    ["a name that is too long", ["org", "new", "--name", "x".repeat(81)], 1, /80/],
    ["a toolbox without a name", ["toolboxes", "create", ""], 1, /name/],
    ["a run that is not there", ["runs", "show", "nothing"], 1, /^There is no such run\b.*\.\n$/],
    ["a command that does not exist", ["fly"], 2, /fly/],
  ] as const)("%s", async (...[, args, code, sentence]) => {
    // How a command is used wrongly is told by the parser, on the process's own streams.
    const end = await (code === 2 ? runProcess(...args) : run(...args));
    expect(end.stderr).toMatch(sentence);
    expect(end).toMatchObject({ code, stdout: "" });
    expect(end.stderr).not.toMatch(/\n\s+at /);
  });

  test.each([
    ["no YAML", "a: [", /bad\.yaml:1: no valid YAML/],
    ["no org", "name: x", /openhive_org: 1/],
    [
      "an org with a field nobody knows",
      "openhive_org: 1\nname: x\nagents: []\nlines: []\nsecret: 1\n",
      /bad\.yaml:5: secret: there is no such field/,
    ],
    [
      "an org whose lines form a circle",
      JSON.stringify({
        openhive_org: 1,
        ...drawOrg(["x > y"]),
        lines: [
          { id: "1", parentId: "x", childId: "y" },
          { id: "2", parentId: "y", childId: "x" },
        ],
      }),
      /\w/,
    ],
  ])("importing a file that holds %s", async (_, text, sentence) => {
    await writeFile(inFolder("bad.yaml"), text);
    const end = await run("orgs", "import", inFolder("bad.yaml"));
    expect(end).toMatchObject({ code: 1, stdout: "" });
    expect(end.stderr).toMatch(sentence);
    expect(end.stderr).not.toMatch(/\n\s+at |Something inside/);
  });
});

test("an MCP server that is added is tested at once, listed and tested again, and its secrets stay inside", async () => {
  const added = await runProcess(
    "mcp",
    "add",
    "scripted",
    "--env",
    "TOKEN=very-secret",
    "--json",
    "--",
    "node",
    SCRIPTED,
  );
  expect(added).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(added.stdout)).toMatchObject({ name: "scripted", status: "ready", envNames: ["TOKEN"] });
  const listed = await run("mcp", "list", "--json");
  expect(JSON.parse(listed.stdout)).toContainEqual(
    expect.objectContaining({ name: "scripted", status: "ready" }),
  );
  const tested = await run("mcp", "test", "scripted");
  expect(tested).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^scripted answers with \d+ tools\.\n$/),
  });
  expect(tested.stdout).toContain("mcp__scripted__echo");
  for (const { stdout, stderr } of [added, listed, tested])
    expect(stdout + stderr).not.toContain("very-secret");
});

test("an MCP server that does not answer is kept with its reason, and the exit code says so", async () => {
  const added = await run("mcp", "add", "broken", "--", "node", SCRIPTED, "exit-at-start");
  expect(added).toMatchObject({ code: 1, stdout: "" });
  expect(added.stderr).toContain("the token is missing");
  expect(added.stderr).toContain("It is kept. Try it again: npx openhive mcp test broken");
  expect((await run("mcp", "remove", "broken")).stderr).toBe("broken is removed.\n");
  expect(await run("mcp", "remove", "broken", "--json")).toMatchObject({ code: 1 });
});

test("skills list shows bundled and dropped-in skills, and what is wrong with a broken one", async () => {
  await addHoldSkill(folder.path);
  await mkdir(inFolder("skills/broken"), { recursive: true });
  await writeFile(inFolder("skills/broken/SKILL.md"), "no front matter");
  const listed = await run("skills", "list", "--json");
  expect(listed).toMatchObject({ code: 0, stderr: "" });
  const skills = JSON.parse(listed.stdout) as readonly {
    name: string;
    isUsable: boolean;
    functionCount: number;
  }[];
  expect(skills).toContainEqual(
    expect.objectContaining({ name: "csv-figures", isUsable: true, functionCount: 6 }),
  );
  expect(skills).toContainEqual(expect.objectContaining({ name: "hold", isUsable: true, functionCount: 2 }));
  expect(skills).toContainEqual(expect.objectContaining({ name: "broken", isUsable: false }));
  expect((await run("skills", "list")).stderr).toMatch(/^broken: error: /m);
});

test("doctor looks at everything and ends well when nothing is broken", async () => {
  const end = await runProcess("doctor", "--json");
  const checks = JSON.parse(end.stdout) as readonly { name: string; state: string }[];
  expect(checks.map((check) => check.name)).toEqual(
    expect.arrayContaining(["node", "python", "sandbox", "commands", "database", "models", "skills"]),
  );
  expect(checks.find((check) => check.name === "database")).toMatchObject({
    state: "ok",
    message: "at DATABASE_URL",
  });
  expect(end.stderr).toBe("");
});

test("doctor says which Python is missing, and the exit code says that something is broken", async () => {
  const end = await openhive({ ...place(), variables: { OPENHIVE_PYTHON: "/nowhere/python3" } }, ["doctor"]);
  expect(end).toMatchObject({ code: 1, stderr: "" });
  expect(end.stdout).toMatch(/^error +python +Python 3 was not found \(\/nowhere\/python3\): install it, /m);
});

test.each([
  [
    "2 7 18",
    "error",
    /^OpenHive needs Python 3\.9 or newer, .* is 2\.7\.18: name a newer one in OPENHIVE_PYTHON\.$/,
  ],
  [
    "3 8 20",
    "error",
    /^OpenHive needs Python 3\.9 or newer, .* is 3\.8\.20: name a newer one in OPENHIVE_PYTHON\.$/,
  ],
  ["3 9 0", "ok", /^Python 3\.9\.0$/],
  ["4 0 1", "ok", /^Python 4\.0\.1$/],
])("doctor judges a Python as the start does: %s is %s", async (version, state, message) => {
  const command = inFolder("python-of-a-version");
  await writeFile(command, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  const end = await openhive({ ...place(), variables: { OPENHIVE_PYTHON: command } }, ["doctor", "--json"]);
  const checks = JSON.parse(end.stdout) as readonly { readonly name: string }[];
  expect(checks).toContainEqual({ name: "python", state, message: expect.stringMatching(message) });
  if (state === "error") expect(end.code).toBe(1);
});

test("a database that does not answer is one sentence, and not a stack", async () => {
  const nowhere = { ...place(), url: "postgresql://nobody:secret@127.0.0.1:1/x" };
  const end = await openhiveProcess(nowhere, ["orgs", "list"]);
  expect(end).toMatchObject({ code: 1, stdout: "" });
  expect(end.stderr).toMatch(/^The database at 127\.0\.0\.1:1 cannot be used \(.*\n$/);
  expect(end.stderr).not.toContain("secret");
});
