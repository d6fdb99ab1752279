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
    ...fields,
  };
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

test("what is switched off, and delegation, are no rights that pass", () => {
  const below = [
    tool("delegate_to", { origin: { kind: "delegation", id: "" } }),
    tool("now", { isEnabled: false }),
  ];
  expect(lineRights(below, []).rights).toEqual([]);
});
