import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMcpFixture, type McpFixture } from "../testing/mcp-fixture.ts";
import type { McpLimits } from "./mcp-limits.ts";
import { toMcpServerSummary } from "./mcp-summary.ts";
import { testConnection } from "./test-connection.ts";

let fixture: McpFixture;
beforeEach(async () => {
  fixture = await createMcpFixture();
});
afterEach(() => fixture.dispose());

async function testScripted(mode: string, manager = fixture.manager) {
  await fixture.addScripted("s", mode);
  return manager.testAndRemember("s");
}

test("a test remembers the tools and leaves no process", async () => {
  const server = await testScripted("good");
  expect(server).toMatchObject({ error: null, testedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(server.tools.map(({ name }) => name)).toContain("echo");
  expect(await fixture.book.get("s")).toEqual(server);
  expect(await readdir(join(fixture.dataDir, "processes"))).toEqual([]);
});

test("two hundred tools on four pages are all found", async () => {
  expect((await testScripted("many")).tools).toHaveLength(200);
});

test("a server that pages for ever is left after it repeats itself", async () => {
  const server = await testScripted("looping-pages");
  expect(server.error).toBeNull();
  expect(server.tools.length).toBeLessThanOrEqual(2);
});

test("a tool whose schema is nested a hundred thousand levels deep costs itself alone", async () => {
  const summary = toMcpServerSummary(await testScripted("deep"), 0);
  expect(summary.error).toBeNull();
  const offered = summary.tools.filter(({ problem }) => problem === null).map(({ name }) => name);
  expect(offered.toSorted()).toEqual(["after", "annotated", "before"]);
  expect(summary.tools.find(({ name }) => name === "deep")?.problem).toMatch(/deep|nested/);
});

test("bad schemas cost only their own tools, each with its reason", async () => {
  const summary = toMcpServerSummary(await testScripted("bad-schemas"), 0);
  const problems = Object.fromEntries(summary.tools.map(({ name, problem }) => [name, problem]));
  const offered = summary.tools.filter(({ problem }) => problem === null).map(({ name }) => name);
  expect(offered.sort()).toEqual([
    "good",
    "no-type",
    "none",
    "null",
    "reference",
    "root-any-of",
    "type-null",
  ]);
  expect(problems).toMatchObject({
    text: expect.stringContaining("not an object"),
    list: expect.stringContaining("a list"),
    string: expect.stringContaining("string arguments"),
    huge: expect.stringContaining("characters long"),
    "(entry 12)": expect.stringContaining("usable name"),
    "(entry 13)": expect.stringContaining("usable name"),
  });
  expect(summary.tools.filter(({ name }) => name === "good")).toHaveLength(2);
});

test.each<[string, RegExp, Partial<McpLimits>]>([
  ["exit-at-start", /exited with code 3 before it was ready.*the token is missing/s, {}],
  ["silent", /not ready after 2 s and was stopped/, { startTimeoutMs: 2_000 }],
  ["no-list", /did not list its tools: no answer within 0.3 s/, { listTimeoutMs: 300 }],
])("a server in mode %s fails with a reason", async (mode, reason, limits) => {
  expect((await testScripted(mode, fixture.createManager(limits))).error).toMatch(reason);
  expect(await readdir(join(fixture.dataDir, "processes"))).toEqual([]);
});

test.each([
  ["no-such-command", /"no-such-command" was not found on PATH\. Install it, or use an absolute path/],
  [import.meta.filename, /may not be executed/],
  ["/", /could not be run|may not be executed/],
])("the command %s fails with a reason", async (command, reason) => {
  const record = await fixture.manager.testServer({ name: "x", command, args: [], env: {} });
  expect(record.error).toMatch(reason);
});

test.each<readonly [command: string, ...args: string[]]>([
  ["./server"],
  ["tools/server.py"],
  ["node", "my-server.mjs"],
  ["node", "./my-server.mjs"],
  ["python3", "tools/my_server.py"],
])(
  "a path that is relative is told to be one, with where it was looked for: %s %s",
  async (command, ...args) => {
    const record = await fixture.manager.testServer({ name: "near", command, args, env: {} });
    expect(record.error).toMatch(/use an absolute path/i);
    expect(record.error).toContain(join(fixture.dataDir, "mcp", "near"));
    expect(record.error).toContain(`"${args[0] ?? command}"`);
  },
);

test.each([
  ["-e", "process.exit(1)"],
  ["--eval=process.exit(1)", "@scope/package", "https://example.com/a.mjs"],
])("what is no path is not taken for one: %s", async (...args) => {
  const record = await fixture.manager.testServer({ name: "x", command: "node", args, env: {} });
  expect(record.error).not.toMatch(/absolute path/);
});

test("an argument no process can take is a reason, too", async () => {
  const record = await fixture.manager.testServer({ name: "x", command: "node", args: ["a\0b"], env: {} });
  expect(record.error).toMatch(/could not be run/);
});

test("a failing test keeps the tools that were known", async () => {
  const known = (await testScripted("good")).tools;
  const failed = await testScripted("exit-at-start");
  expect(failed.error).not.toBeNull();
  expect((await fixture.book.get("s"))?.tools).toEqual(known);
});

test("a secret in a server's last words is blacked out", async () => {
  const args = ["-e", "console.error('bad token', process.env.TOKEN); process.exit(1)"];
  const record = await fixture.manager.testServer({
    name: "x",
    command: "node",
    args,
    env: { TOKEN: "tok-123456" },
  });
  expect(record.error).toContain("bad token ***");
});

test("a test of an unknown server is refused", async () => {
  await expect(fixture.manager.testAndRemember("nobody")).rejects.toMatchObject({ code: "not_found" });
});

test("whatever a server gives as its reason, the record can be kept", async () => {
  const refuse = async (reason: string) =>
    (await testConnection(() => Promise.reject(new Error(reason)), 1_000)).record;
  expect((await refuse("a\u0000b\ud83d")).error).toBe("a\ufffdb\ufffd");
  expect((await refuse("x".repeat(1_000_000))).error).toHaveLength(4_000);
});
