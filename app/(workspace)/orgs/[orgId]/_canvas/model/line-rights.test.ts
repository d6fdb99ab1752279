import { expect, test } from "vitest";
import type { EffectiveTool } from "@/server/contract/tool-array.ts";
import { lineRights } from "./line-rights.ts";

function tool(name: string, fields: Partial<EffectiveTool> = {}): EffectiveTool {
  return {
    name,
    description: "",
    inputSchema: {},
    origin: { kind: "builtin", id: "time" },
    reason: "Always granted",
    tokens: 10,
    isEnabled: true,
    isSentFromStart: true,
    isLocked: false,
    isRefused: false,
    flags: { readOnly: true, concurrencySafe: true, destructive: false, idempotent: true },
    steps: [],
    ...fields,
  };
}

function refusedAt(step: string): Partial<EffectiveTool> {
  const removed = { id: step, title: step, outcome: "removed", reason: "not on the list" } as const;
  return { isRefused: true, steps: [removed] };
}

test("a tool that the agent above may not call is marked as wider", () => {
  const below = [tool("now"), tool("mcp__shelf__read")];
  const above = [tool("now"), tool("mcp__shelf__read", { isEnabled: false })];
  const { rights, widerCount } = lineRights(below, above);
  expect(rights.map(({ tool: { name }, isHeldAbove }) => [name, isHeldAbove])).toEqual([
    ["now", true],
    ["mcp__shelf__read", false],
  ]);
  expect(widerCount).toBe(1);
});

test("what a line keeps back stays listed, so that it can be passed on again, and does not count", () => {
  const { rights, passedCount } = lineRights([tool("now"), tool("shell", refusedAt("line"))], []);
  expect(rights.map(({ isPassed }) => isPassed)).toEqual([true, false]);
  expect(passedCount).toBe(1);
});

test("what is switched off, refused by another rule, or delegation, is no right that passes", () => {
  const below = [
    tool("delegate_to", { origin: { kind: "delegation", id: "" } }),
    tool("now", { isEnabled: false }),
    tool("shell", refusedAt("global-deny")),
  ];
  expect(lineRights(below, []).rights).toEqual([]);
});
