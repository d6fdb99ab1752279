import { expect, test } from "vitest";
import { agentSchema } from "../contract/org-document.ts";
import { type AgentScope, type BoundTool, NO_FLAGS, type ToolSource } from "./tool.ts";
import type { AgentGate } from "./tool-gate.ts";
import { assembleTools } from "./tool-registry.ts";

const toolOf = (name: string): BoundTool => ({
  name,
  description: name,
  inputSchema: { type: "object" },
  origin: { kind: "builtin", id: "test" },
  flags: NO_FLAGS,
  bind: () => ({ ok: false, message: "never" }),
});
const gateOf = (...refused: readonly string[]): AgentGate => ({
  names: new Set(),
  judge: ({ name }) => ({ isAllowed: !refused.includes(name), reason: "" }),
  whyMissing: () => undefined,
});
const scopeOf = (name: string, disabledTools: readonly string[] = []): AgentScope =>
  ({
    agent: agentSchema.parse({ id: name, name, position: { x: 0, y: 0 }, disabledTools }),
  }) as unknown as AgentScope;
const listing = (tools: BoundTool[]): readonly ToolSource[] => [{ kind: "test", list: async () => tools }];

test("the same tools under the same gate are the very same set, and anything else is a new one", async () => {
  const tools = [toolOf("look"), toolOf("find")];
  const sources = listing(tools);
  const [scope, gate] = [scopeOf("a"), gateOf()];
  const first = await assembleTools(sources, scope, gate);
  expect(await assembleTools(sources, { ...scope }, gate)).toBe(first);
  expect([...(await assembleTools(sources, scope, gateOf("look"))).keys()]).toEqual(["find"]);
  expect([...(await assembleTools(sources, scope, gate)).keys()]).toEqual(["look", "find"]);
  expect([...(await assembleTools(listing([tools[0] ?? toolOf("x")]), scope, gate)).keys()]).toEqual([
    "look",
  ]);
  expect([...(await assembleTools(sources, scopeOf("b", ["find"]), gate)).keys()]).toEqual(["look"]);
});

test("a source that changes its list in place is seen", async () => {
  const tools = [toolOf("look"), toolOf("find")];
  const sources = listing(tools);
  const [scope, gate] = [scopeOf("c"), gateOf()];
  await assembleTools(sources, scope, gate);
  const other = toolOf("find");
  tools[1] = other;
  expect((await assembleTools(sources, scope, gate)).get("find")).toBe(other);
  tools.push(toolOf("more"));
  expect([...(await assembleTools(sources, scope, gate)).keys()]).toEqual(["look", "find", "more"]);
});
