import { expect, test } from "vitest";
import { z } from "zod";
import type { CallId } from "../contract/ids.ts";
import { okText } from "../contract/tool-result.ts";
import { toBatches } from "./call-batch.ts";
import { defineTool } from "./define-tool.ts";
import { createDispatcher } from "./dispatcher.ts";
import { findTool } from "./find-tool.ts";
import { listTools } from "./list-tools.ts";
import { type BoundTool, NO_FLAGS, type ToolContext, type ToolSet } from "./tool.ts";
import { zodInput } from "./zod-input.ts";

const toolOf = (name: string, aliases: readonly string[] = []): BoundTool =>
  defineTool({
    name,
    aliases,
    description: "",
    inputSchema: zodInput(z.object({})),
    origin: { kind: "builtin", id: "test" },
    flags: { ...NO_FLAGS, concurrencySafe: true },
    execute: async () => okText(`I am ${name}`),
  });
const setOf = (...tools: readonly BoundTool[]): ToolSet => new Map(tools.map((tool) => [tool.name, tool]));
const callOf = (name: string) => ({ callId: name as CallId, name, input: {} });
const context = { signal: new AbortController().signal } as ToolContext;

test("a call by another name reaches the tool, with its flags and through every step, and the array has it once", async () => {
  const tools = setOf(toolOf("grep", ["search"]), toolOf("glob"));
  expect(listTools(tools).map(({ name }) => name)).toEqual(["grep", "glob"]);
  const passed: string[] = [];
  const dispatcher = createDispatcher(tools, [
    ({ tool }, inner, next) => {
      passed.push(tool.name);
      return next(inner);
    },
  ]);
  expect(await dispatcher.dispatch(callOf("search"), context)).toEqual(okText("I am grep"));
  expect(passed).toEqual(["grep"]);
  expect(toBatches([callOf("search"), callOf("grep"), callOf("glob")], tools)).toHaveLength(1);
});

test("a tool that is named so goes before one that answers to it as well", () => {
  const own = toolOf("search");
  expect(findTool(setOf(toolOf("grep", ["search"]), own), "search")).toBe(own);
  expect(findTool(setOf(toolOf("grep", ["search"])), "find")).toBeUndefined();
});
