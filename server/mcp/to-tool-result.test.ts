import { afterEach, beforeEach, expect, test } from "vitest";
import type { ArtifactId } from "../contract/ids.ts";
import { resultText, type ToolResult } from "../contract/tool-result.ts";
import { createMcpFixture, type McpFixture, mcpContext } from "../testing/mcp-fixture.ts";
import type { NewRunFile } from "./run-files.ts";
import { toToolResult } from "./to-tool-result.ts";

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString("base64");

async function convert(
  content: readonly unknown[],
  more: { structuredContent?: unknown; isError?: boolean; isFull?: boolean } = {},
) {
  const kept: NewRunFile[] = [];
  const files = {
    async keep(_context: unknown, file: NewRunFile) {
      if (more.isFull) throw new Error("the disk is full");
      kept.push(file);
      return {
        artifactId: `a${kept.length}` as ArtifactId,
        name: file.name,
        mediaType: file.mediaType,
        size: file.content.length,
      };
    },
  };
  const answer = {
    content: [...content],
    structuredContent: more.structuredContent,
    isError: more.isError ?? false,
  };
  const result = await toToolResult(answer, {
    server: "s",
    tool: "draw.it",
    files,
    context: mcpContext(),
  });
  return { result, kept, text: result.status === "pending" ? "" : resultText(result) };
}

test("images and sound become artifacts", async () => {
  const { result, kept } = await convert([
    { type: "image", data: png, mimeType: "image/png" },
    { type: "audio", data: png, mimeType: "audio/wav" },
    { type: "image", data: png, mimeType: "not a type" },
  ]);
  expect(kept.map(({ name, mediaType }) => [name, mediaType])).toEqual([
    ["draw.it-1.png", "image/png"],
    ["draw.it-2.wav", "audio/wav"],
    ["draw.it-3.bin", "application/octet-stream"],
  ]);
  expect(result).toMatchObject({ content: [{ type: "artifact", artifactId: "a1", size: 4 }, {}, {}] });
});

test("an embedded resource is text or a file named after its address", async () => {
  const { text, kept } = await convert([
    { type: "resource", resource: { uri: "file:///notes.md", text: "# Notes" } },
    {
      type: "resource",
      resource: { uri: "https://example.com/a%2F..%2Fb.pdf?x=1", blob: png, mimeType: "application/pdf" },
    },
  ]);
  expect(text).toContain("[file:///notes.md]\n# Notes");
  expect(kept[0]?.name).toBe("a_.._b.pdf");
});

test("a link is shown with what is said about it", async () => {
  const { text } = await convert([
    { type: "resource_link", uri: "demo://1", name: "one", description: "the first", mimeType: "text/plain" },
  ]);
  expect(text).toBe("[Link: demo://1 (one, text/plain, the first)]");
});

test("parts that cannot be read leave a note and harm no other", async () => {
  const { text } = await convert([
    { type: "hologram" },
    null,
    5,
    { type: "text" },
    { type: "image", data: "!!!" },
    { type: "text", text: "ok" },
  ]);
  expect(text).toContain('its type is "hologram"');
  expect(text).toContain("not valid base64");
  expect(text).toMatch(/ok$/);
});

test("structured content goes along as data, and as text where there is none", async () => {
  const alone = await convert([], { structuredContent: { degrees: 21 } });
  expect(alone.result).toEqual({
    status: "ok",
    content: [{ type: "text", text: '{"degrees":21}' }],
    data: { degrees: 21 },
  });
  const beside = await convert([{ type: "text", text: "21 degrees" }], {
    structuredContent: { degrees: 21 },
  });
  expect(beside.result).toEqual({
    status: "ok",
    content: [{ type: "text", text: "21 degrees" }],
    data: { degrees: 21 },
  });
});

test("an answer without content says so", async () => {
  expect((await convert([])).text).toBe("(The tool answered without content.)");
});

test("an error answer becomes an error result, cut where it is endless", async () => {
  expect((await convert([{ type: "text", text: "no such city" }], { isError: true })).result).toEqual({
    status: "error",
    code: "tool_failed",
    message: "no such city",
  });
  expect((await convert([], { isError: true })).text).toContain("failed without saying why");
  expect(
    (await convert([{ type: "text", text: "x".repeat(50_000) }], { isError: true })).text.length,
  ).toBeLessThan(8_100);
});

test("too many parts, too many files, too large a file and a full disk are said", async () => {
  const image = { type: "image", data: png, mimeType: "image/png" };
  expect((await convert(Array(300).fill({ type: "text", text: "a" }))).text).toContain(
    "100 more parts were left out",
  );
  const many = await convert(Array(25).fill(image));
  expect(many.kept).toHaveLength(20);
  expect(many.text).toContain("more than 20 files");
  const large = { ...image, data: Buffer.alloc(10_000_001).toString("base64") };
  expect((await convert([large])).text).toContain("over the limit");
  expect((await convert([image], { isFull: true })).text).toContain("could not be kept: the disk is full");
});

let fixture: McpFixture;
beforeEach(async () => {
  fixture = await createMcpFixture();
  await fixture.addScripted("s");
});
afterEach(() => fixture.dispose());
const overTheWire = (tool: string, manager = fixture.manager): Promise<ToolResult> =>
  manager.call({ server: "s", tool, input: {} }, mcpContext());

test("five megabytes on one line arrive whole", async () => {
  const result = await overTheWire("large");
  expect(result.status === "ok" && result.content[0]).toMatchObject({
    type: "text",
    text: "x".repeat(5_000_000),
  });
});

test("a message over the limit ends the server with the reason", async () => {
  const manager = fixture.createManager({ maximumMessageBytes: 2_000_000 });
  expect(await overTheWire("endless", manager)).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("longer than 2 MB"),
  });
  expect(await overTheWire("pid", manager)).toMatchObject({ status: "ok" });
});

test("bytes that are no UTF-8 and characters no database takes are replaced", async () => {
  expect(await overTheWire("utf8")).toMatchObject({ content: [{ text: "a\ufffd\ufffdz\ufffd\ufffd" }] });
  expect(await overTheWire("structured")).toMatchObject({
    data: { degrees: 21, "ke\ufffdy": "va\ufffdlue" },
  });
});

test("refusals, failures and answers without substance are results", async () => {
  expect(await overTheWire("refusing")).toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("bad city"),
  });
  expect(await overTheWire("failing")).toMatchObject({ code: "tool_failed", message: "no such city" });
  expect(await overTheWire("missing")).toMatchObject({ status: "ok" });
  expect(await overTheWire("odd")).toMatchObject({ status: "ok" });
});
