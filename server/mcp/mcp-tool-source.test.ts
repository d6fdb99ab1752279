import { expect, test } from "vitest";
import type { McpGrant } from "../contract/org-document.ts";
import { okText } from "../contract/tool-result.ts";
import { toListedTool } from "../engine/tool-registry.ts";
import { mcpContext, mcpScope } from "../testing/mcp-fixture.ts";
import { createMemoryMcpBook } from "../testing/mcp-memory-book.ts";
import type { RememberedTool } from "./mcp-server-book.ts";
import { toMcpServerSummary } from "./mcp-summary.ts";
import { createMcpToolSource, type McpToolCall } from "./mcp-tool-source.ts";

const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const tool = (name: string, more: Partial<RememberedTool> = {}): RememberedTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: schema,
  annotations: null,
  ...more,
});

async function setUp(servers: Readonly<Record<string, readonly RememberedTool[]>>) {
  const book = createMemoryMcpBook();
  for (const [name, tools] of Object.entries(servers)) {
    await book.save({ name, command: "never-started", args: [], env: { KEY: "s3cret-value" } });
    await book.saveTools(name, { tools, testedAt: "2030-01-01T00:00:00.000Z", error: null });
  }
  const calls: McpToolCall[] = [];
  const caller = {
    async call(call: McpToolCall) {
      calls.push(call);
      return okText("done");
    },
  };
  const source = createMcpToolSource({ book, caller });
  return { book, calls, source, list: (...grants: McpGrant[]) => source.list(mcpScope(grants)) };
}

test("granted tools come sorted under their mcp__ names", async () => {
  const { list } = await setUp({ notes: [tool("write")], files: [tool("read"), tool("list")] });
  const tools = await list({ server: "notes" }, { server: "files" });
  expect(tools.map(({ name }) => name)).toEqual([
    "mcp__files__list",
    "mcp__files__read",
    "mcp__notes__write",
  ]);
  expect(tools[0]).toMatchObject({
    description: "Does list.",
    inputSchema: schema,
    origin: { kind: "mcp", id: "files" },
  });
});

test("without a grant there is nothing, and a server that is gone gives nothing", async () => {
  const { list } = await setUp({ files: [tool("read")] });
  expect(await list()).toEqual([]);
  expect(await list({ server: "removed" })).toEqual([]);
});

test("a grant may name single tools, and two grants add up", async () => {
  const { list } = await setUp({ files: [tool("read"), tool("list"), tool("write")] });
  const names = async (...grants: McpGrant[]) => (await list(...grants)).map(({ name }) => name);
  expect(await names({ server: "files", tools: ["read", "gone"] })).toEqual(["mcp__files__read"]);
  expect(await names({ server: "files", tools: [] })).toEqual([]);
  expect(
    await names({ server: "files", tools: ["read"] }, { server: "files", tools: ["list"] }),
  ).toHaveLength(2);
});

test("a call goes out under the name the server knows", async () => {
  const { list, calls } = await setUp({ files: [tool("read.all"), tool("read_all")] });
  const tools = await list({ server: "files" });
  expect(new Set(tools.map(({ name }) => name)).size).toBe(2);
  for (const bound of tools) {
    const parsed = bound.bind({ path: "a" });
    if (parsed.ok) await parsed.value(mcpContext());
  }
  expect(calls.map((call) => call.tool).sort()).toEqual(["read.all", "read_all"]);
  expect(calls[0]).toMatchObject({ server: "files", input: { path: "a" } });
});

test("arguments that do not fit are refused before the server is bothered", async () => {
  const { list } = await setUp({ files: [tool("read")] });
  const parsed = (await list({ server: "files" }))[0]?.bind({ file: "a" });
  expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining('"path" is missing') });
});

test("one hopeless schema costs one tool", async () => {
  const { list, book } = await setUp({
    files: [tool("read"), tool("bad", { inputSchema: "nonsense" }), tool("read")],
  });
  expect((await list({ server: "files" })).map(({ name }) => name)).toEqual(["mcp__files__read"]);
  const server = await book.get("files");
  const problems = server && toMcpServerSummary(server, 0).tools.map(({ name, problem }) => [name, problem]);
  expect(problems).toEqual([
    ["bad", expect.stringContaining("not an object")],
    ["read", null],
    ["read", expect.stringContaining("same name")],
  ]);
});

test.each([
  [null, { readOnly: false, concurrencySafe: false, destructive: true, idempotent: false }],
  [{ readOnlyHint: true }, { readOnly: true, concurrencySafe: true, destructive: false, idempotent: true }],
  [
    { destructiveHint: false, idempotentHint: true },
    { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
  ],
  [
    { readOnlyHint: "true" },
    { readOnly: false, concurrencySafe: false, destructive: true, idempotent: false },
  ],
])("the hints %j become flags", async (annotations, flags) => {
  const { list } = await setUp({ files: [tool("read", { annotations })] });
  expect((await list({ server: "files" }))[0]?.flags).toEqual(flags);
});

test.each([
  [null, undefined],
  [{ readOnlyHint: true }, "reads"],
  [{ readOnlyHint: true, destructiveHint: false }, "reads"],
  [{ readOnlyHint: false }, "changes"],
  [{ destructiveHint: true }, "changes"],
  [{ readOnlyHint: true, destructiveHint: true }, "changes"],
  [{ destructiveHint: false }, undefined],
  [{ readOnlyHint: "true" }, undefined],
])("the hints %j say of a call: %s", async (annotations, said) => {
  const { list } = await setUp({ files: [tool("read", { annotations })] });
  expect((await list({ server: "files" })).map(toListedTool)[0]?.saidEffect).toBe(said);
});

test("the array is the same to the byte from turn to turn, and new after a test found other tools", async () => {
  const { list, book } = await setUp({ files: [tool("read"), tool("list")] });
  const seen = async () => JSON.stringify(await list({ server: "files" }));
  const first = await seen();
  expect(await seen()).toBe(first);
  await book.saveTools("files", {
    tools: [tool("read"), tool("write")],
    testedAt: "2030-01-02T00:00:00.000Z",
    error: null,
  });
  expect(await seen()).toContain("mcp__files__write");
});

test("text that people cannot see is taken out of descriptions, and long ones are cut", async () => {
  const hidden = String.fromCodePoint(0x200b, 0xe0041, 0x202e);
  const { list } = await setUp({
    files: [
      tool("a", { description: `Reads${hidden} files.` }),
      tool("b", { description: "x".repeat(9_000) }),
    ],
  });
  const [a, b] = await list({ server: "files" });
  expect(a?.description).toBe("Reads files.");
  expect(b?.description.length).toBeLessThan(4_100);
});

test("a summary names environment variables and never shows their values", async () => {
  const { book } = await setUp({ files: [tool("read", { annotations: { readOnlyHint: true } })] });
  const server = await book.get("files");
  const summary = server && toMcpServerSummary(server, 2);
  expect(summary).toMatchObject({ name: "files", envNames: ["KEY"], status: "ready", usedBy: 2 });
  expect(summary?.tools[0]).toMatchObject({
    name: "read",
    exposedName: "mcp__files__read",
    isReadOnly: true,
    problem: null,
  });
  expect(JSON.stringify(summary)).not.toContain("s3cret-value");
});
