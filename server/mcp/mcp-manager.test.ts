import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SessionId } from "../contract/ids.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { resultText, type ToolResult } from "../contract/tool-result.ts";
import { findProcess } from "../security/process-table.ts";
import {
  type ContextOptions,
  createMcpFixture,
  type McpFixture,
  mcpContext,
} from "../testing/mcp-fixture.ts";
import type { McpManager } from "./mcp-manager.ts";

let fixture: McpFixture;
beforeEach(async () => {
  fixture = await createMcpFixture();
});
afterEach(() => fixture.dispose());

interface Call extends ContextOptions {
  readonly manager?: McpManager;
  readonly input?: Readonly<Record<string, unknown>>;
}
function call(
  server: string,
  tool: string,
  { manager = fixture.manager, input = {}, ...options }: Call = {},
) {
  return manager.call({ server, tool, input }, mcpContext(options));
}
const textOf = (result: ToolResult) => (result.status === "pending" ? "pending" : resultText(result));
const pidOf = async (server: string, options: Call = {}) =>
  Number(textOf(await call(server, "pid", options)));
const isGone = async (pid: number) => (await findProcess(pid)) === undefined;
const noteOf = (server: string) => readFile(join(fixture.dataDir, `${server}.note`), "utf8");
const records = () => readdir(join(fixture.dataDir, "processes")).catch(() => []);

test("no process runs before the first call, and that call records the start", async () => {
  await fixture.addScripted("s");
  expect(await records()).toEqual([]);
  const events: RunEventBody[] = [];
  expect(textOf(await call("s", "echo", { input: { a: 1 }, events }))).toBe('{"a":1}');
  expect(events).toEqual([
    { type: "mcp.started", callId: "call", server: "s", durationMs: expect.any(Number) },
  ]);
  expect(await records()).toHaveLength(1);
});

test("one process serves a session, and another session has its own", async () => {
  await fixture.addScripted("s");
  const events: RunEventBody[] = [];
  const pid = await pidOf("s", { events });
  expect(await pidOf("s", { events })).toBe(pid);
  expect(events).toHaveLength(1);
  expect(await pidOf("s", { sessionId: "other" })).not.toBe(pid);
});

test("first calls at the same time share one start", async () => {
  await fixture.addScripted("s");
  const events: RunEventBody[] = [];
  const pids = await Promise.all(Array.from({ length: 5 }, () => pidOf("s", { events })));
  expect(new Set(pids).size).toBe(1);
  expect(events).toHaveLength(1);
});

test("a session's end takes its servers and everything they started, and leaves other sessions alone", async () => {
  await fixture.addScripted("s", "stubborn");
  const family = JSON.parse(textOf(await call("s", "family"))) as number[];
  const other = await pidOf("s", { sessionId: "other" });
  expect(await Promise.all(family.map(isGone))).toEqual([false, false, false]);
  await fixture.manager.closeSession("session" as SessionId);
  expect(await Promise.all(family.map(isGone))).toEqual([true, true, true]);
  expect(await isGone(other)).toBe(false);
  expect(await records()).toHaveLength(1);
});

test("a server's environment is what it was given and little else", async () => {
  await fixture.addScripted("s", "good", { API_KEY: "secret-value" });
  const environment = JSON.parse(textOf(await call("s", "environment"))) as Record<string, string>;
  expect(Object.keys(environment).sort()).toEqual(["API_KEY", "HOME", "LANG", "OPENHIVE_PROCESS", "PATH"]);
  expect(environment["API_KEY"]).toBe("secret-value");
});

test("a server works in a folder of its own inside the data folder", async () => {
  await fixture.addScripted("s");
  expect(textOf(await call("s", "folder"))).toBe(join(fixture.dataDir, "mcp", "s"));
});

test("placeholders stand for OpenHive's folders", async () => {
  const reference = (name: string) => `$\{${name}}/x`;
  await fixture.addScripted("s");
  const server = await fixture.book.get("s");
  const args = [
    ...(server?.args ?? []),
    reference("OPENHIVE_DATA_DIR"),
    reference("OPENHIVE_RUN_DIR"),
    reference("OTHER"),
  ];
  await fixture.book.save({ name: "p", command: "node", args, env: {} });
  expect(JSON.parse(textOf(await call("p", "arguments"))).slice(1)).toEqual([
    `${fixture.dataDir}/x`,
    `${fixture.dataDir}/runs/run/x`,
    reference("OTHER"),
  ]);
});

test("a server that dies in a call says so with its last words, and the next call starts it afresh", async () => {
  await fixture.addScripted("s", "good", { TOKEN: "tok-123456" });
  const pid = await pidOf("s");
  const result = await call("s", "die");
  expect(result).toMatchObject({
    status: "error",
    code: "unavailable",
    hint: expect.stringContaining("afresh"),
  });
  expect(textOf(result)).toContain("exited with code 7");
  expect(textOf(result)).toContain("disk on fire, token ***");
  expect(await pidOf("s")).not.toBe(pid);
  expect(textOf(await call("s", "killed"))).toContain("was killed by SIGKILL");
});

test("a server that dies takes everything it started with it", async () => {
  await fixture.addScripted("s");
  const family = JSON.parse(textOf(await call("s", "family"))) as number[];
  await call("s", "die");
  await expect.poll(() => Promise.all(family.map(isGone))).toEqual([true, true, true]);
  await expect.poll(records).toEqual([]);
});

test("an aborted call ends at once, the server is told, and it goes on serving", async () => {
  await fixture.addScripted("s");
  const pid = await pidOf("s");
  const controller = new AbortController();
  const hanging = call("s", "hang", { signal: controller.signal });
  await expect.poll(() => noteOf("s")).toBe("hanging");
  controller.abort(new Error("stopped"));
  expect(await hanging).toMatchObject({ status: "error", code: "aborted" });
  await expect.poll(() => noteOf("s")).toMatch(/^\d+$/);
  expect(await pidOf("s")).toBe(pid);
});

test("a server that is stuck after an aborted call is replaced", async () => {
  const manager = fixture.createManager({ lifeSignMs: 100 });
  await fixture.addScripted("s");
  const pid = await pidOf("s", { manager });
  const controller = new AbortController();
  const frozen = call("s", "freeze", { manager, signal: controller.signal });
  await expect.poll(() => noteOf("s")).toBe(String(pid));
  controller.abort();
  expect(await frozen).toMatchObject({ code: "aborted" });
  await expect.poll(() => isGone(pid)).toBe(true);
  expect(await pidOf("s", { manager })).not.toBe(pid);
});

test("a call that is stopped while the server starts leaves the start to others", async () => {
  await fixture.addScripted("s");
  const controller = new AbortController();
  const stopped = call("s", "pid", { signal: controller.signal });
  const other = pidOf("s");
  controller.abort();
  expect(await stopped).toMatchObject({ code: "aborted" });
  expect(await other).toBeGreaterThan(0);
});

test("a session that ends while its server starts leaves no process", async () => {
  await fixture.addScripted("s", "silent");
  const starting = call("s", "pid");
  await expect.poll(records).toHaveLength(1);
  await fixture.manager.closeSession("session" as SessionId);
  expect(await starting).toMatchObject({ status: "error", code: "unavailable" });
  expect(await records()).toEqual([]);
});

test.each<[string, { command?: string; mode?: string }, RegExp]>([
  ["a command that is not there", { command: "no-such-command" }, /"no-such-command" was not found/],
  ["a server that exits at once", { mode: "exit-at-start" }, /exited with code 3.*the token is missing/s],
  ["a server that says nothing", { mode: "silent" }, /not ready after 0.5 s/],
])("%s is an error the model can read", async (_what, { command, mode }, reason) => {
  const manager = fixture.createManager(mode === "silent" ? { startTimeoutMs: 500 } : {});
  await fixture.addScripted("s", mode);
  if (command !== undefined) await fixture.book.save({ name: "s", command, args: [], env: {} });
  const result = await call("s", "pid", { manager });
  expect(result).toMatchObject({ status: "error", code: "unavailable" });
  expect(textOf(result)).toMatch(reason);
  expect(await records()).toEqual([]);
});

test("after a failed start the next call tries again", async () => {
  await fixture.addScripted("s", "exit-at-start");
  expect(await call("s", "pid")).toMatchObject({ code: "unavailable" });
  await fixture.addScripted("s");
  expect(await pidOf("s")).toBeGreaterThan(0);
});

test("what is told of a server follows its starts in runs: it fails from the first that failed, and works from the first that did not", async () => {
  const command = join(fixture.dataDir, "changing");
  const scripted = join(import.meta.dirname, "..", "testing", "mcp-scripted-server.mjs");
  const behave = (line: string) => writeFile(command, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  const works = `exec "${process.execPath}" "${scripted}" good "${fixture.dataDir}/note"`;
  await behave(works);
  await fixture.book.save({ name: "s", command, args: [], env: { TOKEN: "s3cret" } });
  const { tools, testedAt } = await fixture.manager.testAndRemember("s");
  await pidOf("s", { sessionId: "before" });
  expect(await fixture.book.get("s")).toMatchObject({ error: null, testedAt });

  await behave("echo it broke >&2; exit 3");
  expect(await call("s", "pid")).toMatchObject({ code: "unavailable" });
  expect(await fixture.book.get("s")).toMatchObject({ error: expect.stringContaining("it broke"), tools });

  await behave(works);
  await pidOf("s");
  expect(await fixture.book.get("s")).toMatchObject({ error: null, tools });
});

test("a start with settings of before says nothing of the server", async () => {
  const command = join(fixture.dataDir, "waiting");
  const go = join(fixture.dataDir, "go");
  const script = `#!/bin/sh\ntouch "${go}.begun"\nuntil [ -e "${go}" ]; do sleep 0.05; done\nexit 3\n`;
  await writeFile(command, script, { mode: 0o755 });
  await fixture.book.save({ name: "s", command, args: [], env: {} });
  const failing = call("s", "pid");
  await expect.poll(() => readdir(fixture.dataDir)).toContain("go.begun");
  await fixture.addScripted("s");
  await writeFile(go, "");
  expect(await failing).toMatchObject({ code: "unavailable" });
  expect(await fixture.book.get("s")).toMatchObject({ error: null, testedAt: null });
});

test("changed settings start a new process for the same session", async () => {
  await fixture.addScripted("s");
  const pid = await pidOf("s");
  await fixture.addScripted("s", "good", { MORE: "1" });
  expect(await pidOf("s")).not.toBe(pid);
  await expect.poll(() => isGone(pid)).toBe(true);
});

test("an idle server is ended and started again when it is needed", async () => {
  const manager = fixture.createManager({ idleMs: 50 });
  await fixture.addScripted("s");
  const pid = await pidOf("s", { manager });
  await expect.poll(() => isGone(pid)).toBe(true);
  expect(await pidOf("s", { manager })).not.toBe(pid);
});

test("there is a limit to processes: idle ones make room, busy ones do not", async () => {
  const manager = fixture.createManager({ maximumProcesses: 1 });
  await fixture.addScripted("s");
  const first = await pidOf("s", { manager, sessionId: "one" });
  const second = await pidOf("s", { manager, sessionId: "two" });
  await expect.poll(() => isGone(first)).toBe(true);
  const controller = new AbortController();
  const busy = call("s", "hang", { manager, sessionId: "two", signal: controller.signal });
  expect(await call("s", "pid", { manager, sessionId: "three" })).toMatchObject({ code: "limit_reached" });
  controller.abort();
  await busy;
  expect(await isGone(second)).toBe(false);
});

test("a removed server is an error and a shut-down manager refuses calls", async () => {
  expect(await call("nobody", "pid")).toMatchObject({ status: "error", code: "unavailable" });
  await fixture.addScripted("s");
  const pid = await pidOf("s");
  await fixture.manager.closeAll();
  expect(await isGone(pid)).toBe(true);
  expect(await call("s", "pid")).toMatchObject({ status: "error", code: "unavailable" });
});

test("a server that ends when asked about the protocol is asked the old way, and that is remembered", async () => {
  await fixture.addScripted("s", "ends-when-asked");
  expect(await pidOf("s")).toBeGreaterThan(0);
  const known = JSON.parse(await readFile(join(fixture.dataDir, "mcp", "protocols.json"), "utf8")) as object;
  expect(Object.values(known)).toEqual([{ kind: "legacy" }]);
});

test("a banner on the standard output does no harm", async () => {
  await fixture.addScripted("s", "banner");
  expect(await pidOf("s")).toBeGreaterThan(0);
});

test("a server of the stateless protocol is spoken to in its own way, and asked only once which it speaks", async () => {
  await fixture.addScripted("s", "stateless");
  expect((await fixture.manager.testAndRemember("s")).tools.map(({ name }) => name)).toContain("pid");
  expect(await pidOf("s", { manager: fixture.createManager() })).toBeGreaterThan(0);
  const known = JSON.parse(await readFile(join(fixture.dataDir, "mcp", "protocols.json"), "utf8")) as object;
  expect(Object.values(known)).toMatchObject([{ kind: "modern" }]);
});

test("of what a server says of itself nothing is kept but which protocol it speaks", async () => {
  await fixture.addScripted("s", "stateless", { TOKEN: "tok-en-1234567890" });
  expect(await pidOf("s")).toBeGreaterThan(0);
  const text = await readFile(join(fixture.dataDir, "mcp", "protocols.json"), "utf8");
  expect(text).toContain("2026-07-28");
  expect(text).not.toMatch(/tok-en-1234567890|scripted|Works with|experimental/);
  expect(text.length).toBeLessThan(1_000);
});

test("a server that changed the protocol it speaks is asked again", async () => {
  await fixture.addScripted("s", "stateless");
  await pidOf("s");
  const file = join(fixture.dataDir, "mcp", "protocols.json");
  const known = JSON.parse(await readFile(file, "utf8")) as object;
  await writeFile(
    file,
    JSON.stringify(Object.fromEntries(Object.keys(known).map((key) => [key, { kind: "legacy" }]))),
  );
  expect(await pidOf("s", { manager: fixture.createManager() })).toBeGreaterThan(0);
});

test("a server that asks a question back is an error the model can read", async () => {
  await fixture.addScripted("s", "stateless");
  const result = await call("s", "asking");
  expect(result).toMatchObject({ status: "error", code: "tool_failed" });
});

test("what a killed OpenHive left behind is ended at the next start", async () => {
  await fixture.addScripted("s", "stubborn");
  const script = `
    const { createMcpFixture, mcpContext } = await import(${JSON.stringify(join(import.meta.dirname, "../testing/mcp-fixture.ts"))});
    const { manager, dataDir, addScripted } = await createMcpFixture();
    await addScripted("s", "stubborn");
    const result = await manager.call({ server: "s", tool: "family", input: {} }, mcpContext());
    process.stdout.write(JSON.stringify({ dataDir, pids: JSON.parse(result.content[0].text) }));
  `;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(owner.stdout, "data")) as [Buffer];
  const { dataDir, pids } = JSON.parse(line.toString()) as { dataDir: string; pids: number[] };
  const ended = once(owner, "exit");
  owner.kill("SIGKILL");
  await ended;
  expect(await Promise.all(pids.map(isGone))).toEqual([false, false, false]);
  const { manager } = await createMcpFixture({}, dataDir);
  expect(await manager.reapLeftovers()).toBe(3);
  expect(await Promise.all(pids.map(isGone))).toEqual([true, true, true]);
  await rm(dataDir, { recursive: true });
});
