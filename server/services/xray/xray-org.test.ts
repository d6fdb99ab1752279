import fc from "fast-check";
import { expect, test } from "vitest";
import { type OrgDocument, orgDocumentSchema } from "../../contract/org-document.ts";
import { builtInProviders } from "../../providers/describe-providers.ts";
import { anyValue } from "../../testing/any-value.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { findWiderRights } from "../find-wider-rights.ts";
import { callPrices } from "./call-prices.ts";
import { type XrayFacts, xrayOrg } from "./xray-org.ts";

const facts: XrayFacts = {
  price: ({ provider }) => (provider === "unknown" ? undefined : { perCall: 0.5, perToken: 0.001 }),
  isLimited: () => true,
  pricesAsOf: "2026-11-27",
  problems: [],
};
type Agent = OrgDocument["agents"][number];

/** A drawing in which every agent has the same limits, but for what is said. */
function draw(
  lines: readonly string[],
  limits: Partial<Agent["limits"]>,
  change: (agent: Agent) => Partial<Agent> = () => ({}),
): OrgDocument {
  const document = drawOrg(lines);
  return {
    ...document,
    agents: document.agents.map((agent) => ({
      ...agent,
      limits: { ...agent.limits, ...limits },
      ...change(agent),
    })),
  };
}

const chain = ["a > b", "b > c"];
const limits = { maxTurns: 10, maxDelegationsPerChild: 3, maxDepth: 4 };

test.each([
  [
    "one agent",
    ["a > b"],
    { ...limits, maxDepth: 0 },
    { sessions: 1, modelCalls: 19, widest: 1, deepest: ["a"] },
  ],
  ["a chain of three", chain, limits, { sessions: 13, modelCalls: 247, widest: 9, deepest: ["a", "b", "c"] }],
  [
    "a chain that is deeper than the limit",
    chain,
    { ...limits, maxDepth: 1 },
    { sessions: 4, modelCalls: 76, widest: 3, deepest: ["a", "b"] },
  ],
  [
    "a wide team",
    ["a > b", "a > c", "a > d"],
    { ...limits, maxDelegationsPerChild: 2 },
    { sessions: 7, modelCalls: 133, widest: 6, deepest: ["a", "b"] },
  ],
] as const)("%s: sessions, calls, width and depth", (...[, lines, drawn, expected]) => {
  expect(xrayOrg(draw(lines, drawn), facts)).toMatchObject({
    ...expected,
    cost: { dollars: expected.modelCalls / 2, isBudgeted: false },
  });
});

test("limits on sessions at work narrow the width, and change nothing else", () => {
  const free = xrayOrg(draw(chain, limits), facts);
  const document = draw(chain, limits, ({ name, limits: own }) =>
    name === "c" ? { limits: { ...own, ...limits, maxConcurrentSessions: 2 } } : {},
  );
  const narrow = xrayOrg(document, facts);
  expect(narrow).toMatchObject({ sessions: free.sessions, modelCalls: free.modelCalls });
  expect(narrow.widest).toBeLessThan(free.widest);
});

test("budgets of run, line and agent hold the cost down, in dollars or in tokens", () => {
  const document = draw(chain, limits);
  expect(xrayOrg(document, { ...facts, budget: { cost: 2 } }).cost).toMatchObject({
    dollars: 2,
    isBudgeted: true,
  });
  expect(xrayOrg(document, { ...facts, budget: { tokens: 3_000 } }).cost).toMatchObject({
    dollars: 3,
    isBudgeted: true,
  });
  const lined = { ...document, lines: document.lines.map((line) => ({ ...line, budget: { cost: 1 } })) };
  expect(xrayOrg(lined, facts).cost).toMatchObject({ dollars: 10.5, isBudgeted: true });
});

test("a session whose model takes any length is never summed up: its calls are its turns", () => {
  const seen = xrayOrg(draw(chain, limits), { ...facts, isLimited: ({ model }) => model === "a" });
  expect(seen.agents.map(({ modelCalls }) => modelCalls)).toEqual([19, 30, 90]);
});

test("a model without a known price is named, and its cost is not taken for nothing", () => {
  const document = draw(chain, limits, ({ name }) =>
    name === "c" ? { model: { provider: "unknown", model: "m" } } : {},
  );
  const seen = xrayOrg(document, facts);
  expect(seen.cost).toMatchObject({ dollars: 38, unpriced: ["unknown/m"] });
  expect(seen.agents.find(({ name }) => name === "c")?.dollars).toBeNull();
  const all = draw(chain, limits, () => ({ model: { provider: "unknown", model: "m" } }));
  expect(xrayOrg(all, facts).cost.dollars).toBeNull();
});

test("where an agent is named the run begins there: who stands above or beside it calls nothing", () => {
  const document = drawOrg(["a > b", "a > d", "b > c"]);
  const whole = xrayOrg(document, facts);
  const part = xrayOrg(document, { ...facts, agentId: "b" });
  expect(part.deepest).toEqual(["b", "c"]);
  expect(part.agents.map(({ name, sessions }) => [name, sessions > 0])).toEqual([
    ["a", false],
    ["b", true],
    ["d", false],
    ["c", true],
  ]);
  expect(part.modelCalls).toBeLessThan(whole.modelCalls);
  expect(xrayOrg(document, { ...facts, agentId: "gone" })).toMatchObject({ sessions: 0 });
});

test("agents that nobody reaches, and drawings that are no tree, call nothing", () => {
  const document = drawOrg(["a > b", "c > d", "c > e"]);
  expect(xrayOrg(document, facts)).toMatchObject({ sessions: 0, deepest: [] });
  const loop = {
    ...document,
    lines: [
      { id: "1", parentId: "a", childId: "b" },
      { id: "2", parentId: "b", childId: "a" },
    ],
  };
  expect(xrayOrg(loop, facts)).toMatchObject({ sessions: 0, modelCalls: 0, widest: 0 });
});

test("rights that grow on the way down are told with both names", () => {
  const document = draw(["a > b"], {}, ({ name }) =>
    name === "a"
      ? { disabledTools: ["db_exec", "mcp__shelf__write"], mcp: [{ server: "shelf", tools: ["read"] }] }
      : { mcp: [{ server: "shelf", tools: ["read", "list"] }] },
  );
  expect(findWiderRights(document).map(({ message }) => message)).toEqual([
    "b may use db_exec, which a above it may not.",
    "b may use mcp__shelf__write, which a above it may not.",
    "b may use list of shelf, which a above it may not.",
  ]);
  const same = draw(["a > b"], {}, () => ({ disabledTools: ["db_exec"] }));
  expect(findWiderRights(same)).toEqual([]);
});

test("prices come from the dated table, what is built in costs nothing, and an unknown provider has no price", () => {
  const provider = {
    id: "anthropic",
    kind: "anthropic" as const,
    name: "A",
    baseUrl: null,
    hasKey: true,
    source: "settings" as const,
    models: [],
    isReady: true,
    maxConcurrentSessions: null,
    contextTokens: {},
    wire: null,
    problem: null,
  };
  const { price, isLimited } = callPrices([...builtInProviders, provider]);
  for (const { id } of builtInProviders)
    expect(price({ provider: id, model: id })).toEqual({ perCall: 0, perToken: 0 });
  expect(builtInProviders.map(({ id }) => isLimited({ provider: id, model: id }))).toEqual(
    builtInProviders.map(() => false),
  );
  expect(isLimited({ provider: "anthropic", model: "m" })).toBe(true);
  expect(price({ provider: "nosuch", model: "m" })).toBeUndefined();
  expect(price({ provider: "anthropic", model: "claude-haiku-4-5" })?.perCall).toBeCloseTo(
    0.2 * 1.25 + 0.032 * 5,
  );
});

const anyTree = fc
  .tuple(anyValue(orgDocumentSchema), fc.infiniteStream(fc.nat()))
  .map(([document, picks]) => {
    const agents = document.agents.map((agent, index) => ({ ...agent, id: `a${index}` }));
    const lines = agents.slice(1).map(({ id }, index) => ({
      ...document.lines[index],
      id: `l${index}`,
      childId: id,
      parentId: `a${(picks.next().value ?? 0) % (index + 1)}`,
    }));
    return { ...document, agents, lines, groups: [] };
  });

test("tighter limits and budgets never make anything larger, and the width never passes the sessions", () => {
  fc.assert(
    fc.property(anyTree, fc.integer({ min: 1, max: 50 }), (document, most) => {
      const before = xrayOrg(document, facts);
      const tight = {
        ...document,
        agents: document.agents.map((agent) => ({
          ...agent,
          limits: {
            ...agent.limits,
            maxTurns: Math.min(agent.limits.maxTurns, most),
            maxDepth: Math.min(agent.limits.maxDepth, most),
            maxDelegationsPerChild: Math.min(agent.limits.maxDelegationsPerChild, most),
          },
        })),
      };
      const after = xrayOrg(tight, { ...facts, budget: { cost: most } });
      expect(before.widest).toBeLessThanOrEqual(before.sessions);
      expect(before.deepest.length).toBeLessThanOrEqual(document.agents.length);
      for (const key of ["sessions", "modelCalls", "widest"] as const)
        expect(after[key]).toBeLessThanOrEqual(before[key]);
      expect(after.cost.dollars ?? 0).toBeLessThanOrEqual(Math.min(before.cost.dollars ?? most, most));
    }),
    { numRuns: 100 },
  );
});
