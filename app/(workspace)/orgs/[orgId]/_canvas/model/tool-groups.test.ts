import { expect, test } from "vitest";
import type { EffectiveTool } from "@/server/contract/tool-array.ts";
import { plural } from "./plural.ts";
import { groupTools, sumTools, toSourceKind } from "./tool-groups.ts";

function createTool(name: string, kind: string, fields: Partial<EffectiveTool> = {}): EffectiveTool {
  return {
    name,
    description: "",
    inputSchema: {},
    origin: { kind, id: kind },
    reason: "",
    tokens: 100,
    isEnabled: true,
    isSentFromStart: true,
    isLocked: false,
    isRefused: false,
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: false },
    steps: [],
    ...fields,
  };
}

const tools = [
  createTool("ask_user", "builtin"),
  createTool("db_exec", "builtin", { isEnabled: false }),
  createTool("plot", "skill", { isSentFromStart: false }),
  createTool("mcp__files__read", "mcp"),
  createTool("delegate_to", "delegation"),
];

test("tools are grouped by source, and only what is sent counts", () => {
  expect(groupTools(tools).map(({ kind, tokens }) => [kind, tokens])).toEqual([
    ["builtin", 100],
    ["skill", 0],
    ["mcp", 100],
    ["delegation", 100],
  ]);
  expect(sumTools(tools)).toEqual({ tokens: 300, count: 3 });
});

test("a filter leaves only what fits", () => {
  expect(groupTools(tools, "FILES").flatMap((group) => group.tools.map((tool) => tool.name))).toEqual([
    "mcp__files__read",
  ]);
});

test("a source nobody has heard of counts as an executable", () => {
  expect(toSourceKind("custom")).toBe("toolbox");
});

test("words follow their number", () => {
  expect([plural(1, "agent"), plural(3, "agent"), plural(1_200, "tool")]).toEqual([
    "1 agent",
    "3 agents",
    "1,200 tools",
  ]);
});
