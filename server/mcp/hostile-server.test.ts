import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resultText, type SettledResult } from "../contract/tool-result.ts";
import { createMcpFixture, type McpFixture, mcpContext } from "../testing/mcp-fixture.ts";
import { offeredTools } from "./offered-tool.ts";

const SERVER = join(import.meta.dirname, "..", "testing", "mcp-hostile-server.mjs");

let fixture: McpFixture;
beforeEach(async () => {
  fixture = await createMcpFixture({ lifeSignMs: 300 });
  await fixture.book.save({ name: "h", command: "node", args: [SERVER], env: {} });
});
afterEach(() => fixture.dispose());

async function call(tool: string, signal?: AbortSignal): Promise<SettledResult> {
  const context = mcpContext(signal ? { signal } : {});
  return (await fixture.manager.call({ server: "h", tool, input: {} }, context)) as SettledResult;
}
/** What this process has of the machine's memory, without what only waits to be collected where that can be asked for. */
function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}
const textOf = async (tool: string): Promise<string> => resultText(await call(tool));

test("an answer of 100 MB ends the server with the reason, and the next call has a fresh one", async () => {
  expect(await textOf("flood")).toContain("longer than 32 MB");
  expect(await textOf("fine")).toBe("fine");
});

test("100 MB of noise around an answer cost nothing but time", async () => {
  const before = residentBytes();
  expect(await textOf("noise")).toBe("after the noise");
  expect(residentBytes() - before).toBeLessThan(400_000_000);
});

test.each(["closing", "deaf"])("a server that goes in the middle of a call says so (%s)", async (tool) => {
  expect(await call(tool)).toMatchObject({ status: "error" });
  expect(await textOf("fine")).toBe("fine");
});

test.each(["silent", "chatter"])("a call that is never answered ends with its limit (%s)", async (tool) => {
  // It runs before: what ends is the call, and not the start.
  await textOf("fine");
  const begun = performance.now();
  expect(await call(tool, AbortSignal.timeout(500))).toMatchObject({ status: "error" });
  expect(performance.now() - begun).toBeLessThan(5_000);
  // One that gives no sign of life is ended, perhaps under the next call.
  await expect.poll(() => textOf("fine")).toBe("fine");
});

test("a server that asks without end and reads no answer is ended", async () => {
  const small = await createMcpFixture({ maximumMessageBytes: 300_000 });
  await small.book.save({ name: "h", command: "node", args: [SERVER], env: {} });
  const call = { server: "h", tool: "begging", input: {} };
  const result = (await small.manager.call(call, mcpContext({}))) as SettledResult;
  await small.dispose();
  expect(resultText(result)).toContain("does not read its input");
});

test.each([
  ["logging", "messages"],
  ["progress", "messages"],
  ["list_changes", "messages"],
  ["pings", "messages"],
  ["forged_answers", "messages"],
  ["blank_lines", "messages"],
  ["banners", "messages"],
  ["large_logs", "MB"],
  ["errors", "MB"],
])("a server that floods with %s is ended with the reason, and costs no memory", async (kind, what) => {
  const limits = { messagesPerMinute: 5_000, bytesPerMinute: 50_000_000 };
  const small = await createMcpFixture(limits);
  await small.book.save({ name: "h", command: "node", args: [SERVER], env: {} });
  const answerOf = async (tool: string): Promise<string> => {
    const context = mcpContext({ signal: AbortSignal.timeout(20_000) });
    return resultText((await small.manager.call({ server: "h", tool, input: {} }, context)) as SettledResult);
  };
  const before = residentBytes();
  expect(await answerOf(`endless_${kind}`)).toMatch(new RegExp(`sent more than [\\d,]+ ${what} a minute`));
  expect(residentBytes() - before).toBeLessThan(300_000_000);
  expect(await answerOf("fine")).toBe("fine");
  await small.dispose();
});

test.each(["start", "list"])("a test of a server that floods instead of its %s says so", async (when) => {
  const small = await createMcpFixture({ messagesPerMinute: 5_000 });
  await small.book.save({ name: "h", command: "node", args: [SERVER, when], env: {} });
  const { error } = await small.manager.testAndRemember("h");
  expect(error).toContain("sent more than 5,000 messages a minute. It was stopped.");
  await small.dispose();
});

test("a server that floods between two calls is ended, and the next call has a fresh one", async () => {
  const small = await createMcpFixture({ messagesPerMinute: 5_000 });
  await small.book.save({ name: "h", command: "node", args: [SERVER, "idle"], env: {} });
  const fine = async () => {
    const call = { server: "h", tool: "fine", input: {} };
    return resultText((await small.manager.call(call, mcpContext({}))) as SettledResult);
  };
  expect(await fine()).toBe("fine");
  await expect.poll(() => readdir(join(small.dataDir, "processes"))).toEqual([]);
  expect(await fine()).toBe("fine");
  await small.dispose();
});

test("answers to calls that nobody made, and second answers, change nothing", async () => {
  expect(await textOf("answers")).toBe("answer 0");
  expect(await textOf("fine")).toBe("fine");
});

test("what a server asks of OpenHive it does not get", async () => {
  expect(await textOf("asking")).toBe("asked");
});

test("odd names are usable and apart, hidden text is gone, and what is new since the test is not there", async () => {
  const server = await fixture.manager.testAndRemember("h");
  expect(server.error).toBeNull();
  const usable = offeredTools(server).filter(({ problem }) => problem === null);
  const names = usable.map(({ exposedName }) => exposedName);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^mcp__h_[A-Za-z0-9_-]{1,57}$/);
  const described = usable.find(({ originalName }) => originalName === "described");
  expect(described?.description).toMatch(/^Adds numbers\.x+ \(cut\)$/);
  expect(described?.description.length).toBeLessThan(4_100);
  expect(names.filter((name) => name.includes("new_"))).toEqual(["mcp__h__new_1"]);
  await textOf("fine");
  const remembered = await fixture.book.get("h");
  expect(offeredTools(remembered ?? server).map(({ exposedName }) => exposedName)).toEqual(
    offeredTools(server).map(({ exposedName }) => exposedName),
  );
});
