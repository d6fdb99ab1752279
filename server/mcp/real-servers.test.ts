import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunEventBody } from "../contract/run-event.ts";
import { resultText, type ToolResult } from "../contract/tool-result.ts";
import { createMcpFixture, type McpFixture, mcpContext, mcpScope } from "../testing/mcp-fixture.ts";
import { toMcpServerSummary } from "./mcp-summary.ts";
import { createMcpToolSource } from "./mcp-tool-source.ts";

let fixture: McpFixture;
beforeEach(async () => {
  fixture = await createMcpFixture();
});
afterEach(() => fixture.dispose());

async function connect(name: string, command: string, args: readonly string[]) {
  await fixture.book.save({ name, command, args, env: {} });
  return fixture.manager.testAndRemember(name);
}
async function call(name: string, input: unknown, events: RunEventBody[] = []): Promise<ToolResult> {
  const server = name.split("__")[1] ?? "";
  const source = createMcpToolSource({ book: fixture.book, caller: fixture.manager });
  const bound = (await source.list(mcpScope([{ server }]))).find((tool) => tool.name === name);
  const parsed = bound?.bind(input);
  if (parsed === undefined || !parsed.ok) throw new Error(parsed?.message ?? `There is no ${name}.`);
  return parsed.value(mcpContext({ events }));
}
const textOf = (result: ToolResult) => (result.status === "pending" ? "" : resultText(result));

test("the filesystem server reads a real file below its folder and nothing beside it", async () => {
  const folder = join(fixture.dataDir, "shared");
  await mkdir(folder);
  await writeFile(join(folder, "figures.csv"), "month,sales\nMay,12\n");
  const server = await connect("files", "mcp-server-filesystem", [folder]);
  expect(server.error).toBeNull();
  expect(server.tools).toHaveLength(14);
  const events: RunEventBody[] = [];
  const read = await call("mcp__files__read_text_file", { path: join(folder, "figures.csv") }, events);
  expect(textOf(read)).toContain("May,12");
  expect(events.map(({ type }) => type)).toEqual(["mcp.started"]);
  const outside = await call("mcp__files__read_text_file", {
    path: join(fixture.dataDir, "mcp", "protocols.json"),
  });
  expect(outside).toMatchObject({
    status: "error",
    code: "tool_failed",
    message: expect.stringContaining("denied"),
  });
  await call("mcp__files__write_file", { path: join(folder, "new.txt"), content: "written" });
  expect(await readFile(join(folder, "new.txt"), "utf8")).toBe("written");
});

test("the filesystem server's hints become flags", async () => {
  await connect("files", "npx", ["-y", "@modelcontextprotocol/server-filesystem", fixture.dataDir]);
  const source = createMcpToolSource({ book: fixture.book, caller: fixture.manager });
  const tools = new Map(
    (await source.list(mcpScope([{ server: "files" }]))).map((tool) => [tool.name, tool.flags]),
  );
  expect(tools.get("mcp__files__read_text_file")).toMatchObject({
    readOnly: true,
    concurrencySafe: true,
    destructive: false,
  });
  expect(tools.get("mcp__files__write_file")).toMatchObject({
    readOnly: false,
    concurrencySafe: false,
    destructive: true,
  });
});

test("the everything server answers with text, structure, images, resources and links", async () => {
  const server = await connect("every", "mcp-server-everything", []);
  expect(server.error).toBeNull();
  const summary = toMcpServerSummary(server, 1);
  expect(
    summary.tools.find(({ name }) => name === "simulate-research-query")?.problem ?? "background task",
  ).toMatch(/background task/);

  expect(textOf(await call("mcp__every__echo", { message: "bees" }))).toContain("bees");
  expect(textOf(await call("mcp__every__get-sum", { a: 2, b: 40 }))).toContain("42");

  const structured = await call("mcp__every__get-structured-content", { location: "Chicago" });
  expect(structured).toMatchObject({ status: "ok", data: { temperature: expect.any(Number) } });

  const events: RunEventBody[] = [];
  const image = await call("mcp__every__get-tiny-image", {}, events);
  expect(image).toMatchObject({
    status: "ok",
    content: expect.arrayContaining([expect.objectContaining({ type: "artifact", mediaType: "image/png" })]),
  });
  expect(events).toContainEqual(
    expect.objectContaining({ type: "artifact.created", mediaType: "image/png" }),
  );
  expect([...(fixture.files[0]?.content.subarray(1, 4) ?? [])]).toEqual([...Buffer.from("PNG")]);

  expect(textOf(await call("mcp__every__get-resource-links", { count: 2 }))).toMatch(/\[Link: demo:/);
  const reference = await call("mcp__every__get-resource-reference", {
    resourceType: "Text",
    resourceId: 1,
  });
  expect(textOf(reference)).toMatch(/\[demo:/);
});

test("arguments that do not fit a real server's schema never reach it", async () => {
  await connect("every", "mcp-server-everything", []);
  await expect(call("mcp__every__get-sum", { a: "two", b: 40 })).rejects.toThrow(
    '"a" has to be number but is string',
  );
});
