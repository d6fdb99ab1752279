import { expect, test } from "vitest";
import type { McpServerBook, RememberedTool } from "../mcp/mcp-server-book.ts";

const files = {
  name: "files",
  command: "mcp-server-filesystem",
  args: ["/tmp"],
  env: { TOKEN: "s3cret 🐝", EMPTY: "" },
};
const tool: RememberedTool = {
  name: "odd.name",
  description: "line one\nline two",
  inputSchema: { type: null, properties: { a: [] }, deep: { $ref: "#/x" } },
  annotations: { readOnlyHint: true },
};
const tested = { tools: [tool], testedAt: "2030-01-02T03:04:05.678Z", error: null };

/** What every `McpServerBook` promises; `makeBook` gives a fresh, empty one for each test. */
export function describeMcpServerBook(makeBook: () => Promise<McpServerBook>): void {
  test("a saved server comes back whole and untested", async () => {
    const book = await makeBook();
    await book.save(files);
    expect(await book.get("files")).toEqual({ ...files, tools: [], testedAt: null, error: null });
  });

  test("there is nothing under an unknown name", async () => {
    const book = await makeBook();
    expect(await book.get("nobody")).toBeUndefined();
    expect(await book.list()).toEqual([]);
  });

  test("servers are listed by name, code unit by code unit", async () => {
    const book = await makeBook();
    for (const name of ["b", "a", "B", "a-1", "_x"]) await book.save({ ...files, name });
    expect((await book.list()).map((server) => server.name)).toEqual(["B", "_x", "a", "a-1", "b"]);
  });

  test("a test's outcome is remembered exactly as it was", async () => {
    const book = await makeBook();
    await book.save(files);
    await book.saveTools("files", tested);
    expect(await book.get("files")).toEqual({ ...files, ...tested });
  });

  test("a failed test keeps its reason and the tools it is given", async () => {
    const book = await makeBook();
    await book.save(files);
    await book.saveTools("files", { ...tested, error: "It exited with code 1." });
    expect(await book.get("files")).toMatchObject({ error: "It exited with code 1.", tools: [tool] });
  });

  test("how a start in a run went changes nothing else", async () => {
    const book = await makeBook();
    await book.save(files);
    await book.saveTools("files", tested);
    await book.saveError("files", "It exited with code 1.");
    expect(await book.get("files")).toEqual({ ...files, ...tested, error: "It exited with code 1." });
    await book.saveError("files", null);
    expect(await book.get("files")).toEqual({ ...files, ...tested });
  });

  test("a reason a tool cannot be offered is remembered", async () => {
    const book = await makeBook();
    await book.save(files);
    await book.saveTools("files", { ...tested, tools: [{ ...tool, problem: "too large" }] });
    expect((await book.get("files"))?.tools[0]?.problem).toBe("too large");
  });

  test("changed settings make a server untested, and its tools stay", async () => {
    const book = await makeBook();
    await book.save(files);
    await book.saveTools("files", tested);
    await book.save({ ...files, args: ["/elsewhere"] });
    expect(await book.get("files")).toEqual({
      ...files,
      args: ["/elsewhere"],
      tools: [tool],
      testedAt: null,
      error: null,
    });
  });

  test("saving the same settings again changes nothing", async () => {
    const book = await makeBook();
    await book.save(files);
    await book.saveTools("files", tested);
    await book.save({ ...files, env: { EMPTY: "", TOKEN: "s3cret 🐝" } });
    expect(await book.get("files")).toMatchObject(tested);
  });

  test("a removed server is gone, removing it again is fine, and a late test does not bring it back", async () => {
    const book = await makeBook();
    await book.save(files);
    await book.remove("files");
    await book.remove("files");
    await book.saveTools("files", tested);
    await book.saveError("files", "It exited with code 1.");
    expect(await book.list()).toEqual([]);
  });
}
