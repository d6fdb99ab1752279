import { afterAll, beforeAll, expect, test } from "vitest";
import { openhive } from "../testing/command-line.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let pages: Hive;
const run = (...args: readonly string[]) => openhive({ url: database.url, dataDir: folder.path }, args);

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  const document = drawOrg(["lead > a"]);
  await pages.services.createOrg({ document, slug: "desk" });
  await pages.services.createOrg({ document: drawOrg(["lead > b"]), slug: "other" });
});
afterAll(async () => {
  await pages.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

test("explain says what decides, in words and as JSON, and asks which agent is meant", async () => {
  await pages.services.saveToolPolicy({ policy: { deny: ["db_exec"] } });
  const told = await run("tools", "explain", "a", "db_exec");
  expect(told).toMatchObject({ code: 0, stderr: "" });
  expect(told.stdout).toContain("a does not have db_exec. Denied everywhere: The list has db_exec.");
  const json = await run("tools", "explain", "lead", "set_todos", "--org", "desk", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ isAllowed: true, decidedBy: { id: "toolbox" } });
  expect(await run("tools", "explain", "lead", "set_todos")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/lead is in several places: .*desk \(lead\)/),
  });
  expect(await run("tools", "explain", "nobody", "set_todos")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no agent nobody"),
  });
});

test("toolboxes are made, changed and removed, and the audit names the account", async () => {
  expect(await run("toolboxes", "create", "Press desk", "db_query", "recall")).toMatchObject({
    code: 0,
    stdout: "press-desk\n",
  });
  expect(await run("toolboxes", "set", "press-desk", "db_query")).toMatchObject({ code: 0 });
  const listed = JSON.parse((await run("toolboxes", "list", "--json")).stdout);
  expect(listed.find((box: { id: string }) => box.id === "press-desk")).toMatchObject({
    tools: ["db_query"],
  });
  expect(await run("toolboxes", "remove", "scout")).toMatchObject({ code: 1 });
  expect(await run("toolboxes", "remove", "press-desk")).toMatchObject({ code: 0 });
  const audit = await run("audit", "--format", "jsonl");
  const entries = audit.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries[0]).toMatchObject({
    subject: "Toolbox Press desk deleted",
    actor: expect.stringMatching(/ at a terminal$/),
  });
  expect((await run("audit", "--format", "csv")).stdout.split(/\r?\n/)[0]).toMatch(/^at,kind,actor/);
  expect((await run("audit", "--kind", "toolbox")).stdout).toContain("Toolbox Press desk deleted");
  expect((await run("audit", "--kind", "refusal")).stdout).not.toContain("Press desk");
  expect(await run("audit", "--kind", "everything")).toMatchObject({
    code: 2,
  });
});

test("what an agent tells at a terminal is listed as a notice until it is read", async () => {
  const task = "Look around and notify me when it is done";
  const told = await run("run", "--org", "desk", "--task", task, "--model", "rehearsal/rehearsal");
  expect(told).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("lead tells you: Done: Look around"),
  });
  const [notice] = JSON.parse((await run("notices", "list", "--json")).stdout);
  expect(notice).toMatchObject({ agentName: "lead", title: expect.stringContaining("Look around") });
  expect((await run("notices", "list")).stdout).toContain(notice.id);
  expect(await run("notices", "read", notice.id)).toMatchObject({ code: 0, stderr: "1 notice is read.\n" });
  expect(await run("notices", "list")).toMatchObject({
    stdout: "",
    stderr: "Nobody told you anything new.\n",
  });
  expect(await run("notices", "read")).toMatchObject({ code: 0, stderr: "0 notices are read.\n" });
});

test("an answer to nothing that waits is refused", async () => {
  expect(await run("approvals", "list")).toMatchObject({ code: 0, stderr: "Nothing waits to be allowed.\n" });
  expect(await run("approvals", "answer", "01a21fc7-65b2-7622-9388-fcbc0d7ee6df", "once")).toMatchObject({
    code: 1,
  });
  expect(await run("approvals", "answer", "x", "deny", "--reason", "x".repeat(2_001))).toMatchObject({
    stderr: "A reason has at most 2000 characters.\n",
  });
  expect(await run("approvals", "answer", "x", "once", "--reason", "So")).toMatchObject({
    code: 1,
    stderr: "Only a no takes a reason.\n",
  });
  expect(await run("approvals", "answer", "x", "maybe")).toMatchObject({
    code: 2,
  });
});
