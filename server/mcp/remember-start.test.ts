import { expect, test } from "vitest";
import { createMemoryMcpBook } from "../testing/mcp-memory-book.ts";
import type { McpConnection } from "./connection.ts";
import { rememberStart } from "./remember-start.ts";

test("a start that was given up says nothing of the server, one that failed by itself does", async () => {
  const book = createMemoryMcpBook();
  await book.save({ name: "s", command: "node", args: [], env: {} });
  const server = await book.get("s");
  if (!server) throw new Error("It was saved.");
  const given = new AbortController();
  const failing = () => Promise.reject(new Error("It ended."));
  given.abort();
  await expect(rememberStart(book, server, { start: failing, signal: given.signal })).rejects.toThrow(
    "It ended.",
  );
  expect(await book.get("s")).toEqual(server);
  const { signal } = new AbortController();
  await expect(rememberStart(book, server, { start: failing, signal })).rejects.toThrow("It ended.");
  expect(await book.get("s")).toEqual({ ...server, error: "It ended." });
});

test("a start that went well ends what another that failed meanwhile said", async () => {
  const book = createMemoryMcpBook();
  await book.save({ name: "s", command: "node", args: [], env: {} });
  const server = await book.get("s");
  if (!server) throw new Error("It was saved.");
  const start = async () => {
    await book.saveError("s", "It ended.");
    return {} as McpConnection;
  };
  await rememberStart(book, server, { start, signal: new AbortController().signal });
  expect(await book.get("s")).toEqual(server);
});

test("a book that cannot be written changes nothing for the call", async () => {
  const book = createMemoryMcpBook();
  await book.save({ name: "s", command: "node", args: [], env: {} });
  const server = await book.get("s");
  if (!server) throw new Error("It was saved.");
  const broken = { ...book, saveError: () => Promise.reject(new Error("The disk is full.")) };
  const start = () => Promise.reject(new Error("It ended."));
  const { signal } = new AbortController();
  await expect(rememberStart(broken, server, { start, signal })).rejects.toThrow("It ended.");
});
