import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_POLICY, type GlobalPolicy } from "../contract/tool-policy.ts";
import { judgeTool } from "./judge-tool.ts";
import { matchingEntry, type RuledTool } from "./matches-list.ts";
import type { PolicyFacts } from "./policy-facts.ts";
import { LEAF_DENY, SUB_AGENT_DENY, TOOL_GROUPS } from "./tool-groups.ts";

const free: PolicyFacts = {
  global: DEFAULT_POLICY,
  agent: undefined,
  org: undefined,
  provider: "anthropic",
  isSubAgent: false,
  isLeaf: false,
  passedOn: [],
  request: undefined,
};

function global(fields: Partial<GlobalPolicy>): Partial<PolicyFacts> {
  return { global: { ...DEFAULT_POLICY, ...fields } };
}

function tool(name: string, groups: readonly string[] = []): RuledTool {
  return { name, groups };
}

/** The step that removed the tool; undefined when the agent gets it. */
function removedBy(name: string | RuledTool, facts: Partial<PolicyFacts>): string | undefined {
  const ruled = typeof name === "string" ? tool(name) : name;
  const steps = judgeTool(ruled, { ...free, ...facts });
  const last = steps.findLast(({ outcome }) => outcome === "removed" || outcome === "returned");
  return last?.outcome === "removed" ? last.id : undefined;
}

/** What a step says about a tool. */
function told(id: string, facts: Partial<PolicyFacts>, name = "exec"): string | undefined {
  const step = judgeTool(tool(name), { ...free, ...facts }).find((one) => one.id === id);
  return step && `${step.outcome}: ${step.reason}`;
}

test.each<[string, string, Partial<PolicyFacts>]>([
  ["passed: Profile full has *", "global-profile", {}],
  ["skipped: No rule", "provider-profile", {}],
  ["skipped: No rule", "global-allow", global({ allow: [] })],
  ["passed: Profile coding has group:runtime", "global-profile", global({ profile: "coding" })],
  ["removed: Profile messaging does not have it", "global-profile", global({ profile: "messaging" })],
  [
    "passed: There is no profile special; full has *",
    "global-profile",
    global({ profile: "special" as never }),
  ],
  [
    "passed: There is no profile constructor; full has *",
    "global-profile",
    global({ profile: "constructor" as never }),
  ],
  ["removed: The list does not have it", "global-allow", global({ allow: ["read_file"] })],
  ["passed: The list has exec", "global-allow", global({ allow: ["exec"] })],
  ["passed: It does not name the tool", "global-deny", global({ deny: ["spawn"] })],
  ["removed: The list has group:runtime", "global-deny", global({ deny: ["group:runtime"] })],
  [
    "passed: It was removed before",
    "agent-deny",
    { ...global({ deny: ["exec"] }), agent: { deny: ["exec"] } },
  ],
  ["returned: The list has exec", "global-also-allow", global({ deny: ["exec"], alsoAllow: ["exec"] })],
  ["passed: The list has exec", "global-also-allow", global({ alsoAllow: ["exec"] })],
  [
    "passed: It does not name the tool",
    "global-also-allow",
    global({ deny: ["exec"], alsoAllow: ["spawn"] }),
  ],
])("a step says %s (%s)", (expected, id, facts) => {
  expect(told(id, facts)).toBe(expected);
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
  "a tool that is called %s is a name like any other",
  (name) => {
    expect(told("global-allow", global({ allow: [name] }), name)).toBe(`passed: The list has ${name}`);
    expect(told("global-deny", global({ deny: ["exec", `group:${name}`] }), name)).toBe(
      "passed: It does not name the tool",
    );
  },
);

test.each<[string, string, Partial<PolicyFacts>, string | undefined]>([
  ["no rule removes nothing", "exec", {}, undefined],
  ["1. the profile keeps what it has", "exec", global({ profile: "coding" }), undefined],
  ["1. the profile removes what it has not", "message", global({ profile: "coding" }), "global-profile"],
  ["1. messaging has the web and no programs", "exec", global({ profile: "messaging" }), "global-profile"],
  ["1. minimal has the session's status alone", "session_status", global({ profile: "minimal" }), undefined],
  ["1. minimal has nothing else", "read_file", global({ profile: "minimal" }), "global-profile"],
  ["1. a profile nobody knows counts as full", "message", global({ profile: "special" as never }), undefined],
  [
    "2. the provider's profile takes the place of the global one",
    "message",
    global({ profile: "coding", byProvider: { anthropic: { profile: "messaging" } } }),
    undefined,
  ],
  [
    "2. the provider's profile removes",
    "exec",
    global({ byProvider: { anthropic: { profile: "messaging" } } }),
    "provider-profile",
  ],
  [
    "2. another provider's profile does not count",
    "exec",
    global({ byProvider: { openai: { profile: "minimal" } } }),
    undefined,
  ],
  ["3. an allow list is all there is", "exec", global({ allow: ["read_file"] }), "global-allow"],
  ["3. an empty allow list restricts nothing", "exec", global({ allow: [] }), undefined],
  [
    "3. a list of nothing that exists allows nothing",
    "exec",
    global({ allow: ["group:nope"] }),
    "global-allow",
  ],
  [
    "4. the provider's list",
    "exec",
    global({ byProvider: { anthropic: { allow: ["group:fs"] } } }),
    "provider-allow",
  ],
  ["5. the agent's list", "exec", { agent: { allow: ["group:web"] } }, "agent-allow"],
  [
    "6. the agent's list for the provider",
    "exec",
    { agent: { byProvider: { anthropic: { allow: ["group:fs"] } } } },
    "agent-provider-allow",
  ],
  ["7. the org's list", "exec", { org: { allow: ["group:fs"] } }, "group-allow"],
  ["the global deny list", "exec", global({ deny: ["group:runtime"] }), "global-deny"],
  ["the agent's deny list", "exec", { agent: { deny: ["bash"] } }, "agent-deny"],
  ["the org's deny list", "exec", { org: { deny: ["exec"] } }, "group-deny"],
  [
    "alsoAllow gives back what was denied",
    "exec",
    global({ deny: ["exec"], alsoAllow: ["exec"] }),
    undefined,
  ],
  [
    "the agent's alsoAllow gives back what the profile removed",
    "exec",
    { ...global({ profile: "minimal" }), agent: { alsoAllow: ["group:runtime"] } },
    undefined,
  ],
  [
    "alsoAllow comes before the sub-agents' list and cannot pass it",
    "cron",
    { ...global({ alsoAllow: ["cron"] }), isSubAgent: true },
    "sub-agent",
  ],
  ["a leaf may not spawn", "spawn", { isSubAgent: true, isLeaf: true }, "leaf"],
  ["a sub-agent that is no leaf may", "spawn", { isSubAgent: true }, undefined],
  [
    "the installation's own sub-agent list",
    "exec",
    { ...global({ subAgentDeny: ["exec"] }), isSubAgent: true },
    "sub-agent",
  ],
  [
    "the installation's own leaf list",
    "exec",
    { ...global({ leafDeny: ["exec"] }), isSubAgent: true, isLeaf: true },
    "leaf",
  ],
  ["what a line does not pass on", "exec", { passedOn: [["group:fs"]] }, "line"],
  ["a line that passes on nothing", "exec", { passedOn: [[]] }, "line"],
  ["every line on the way has to pass it on", "exec", { passedOn: [["*"], ["read_file"], ["*"]] }, "line"],
  ["the request is the last word", "exec", { request: ["read_file"] }, "request"],
  ["the request cannot widen", "exec", { ...global({ deny: ["exec"] }), request: ["exec"] }, "global-deny"],
])("%s (%s)", (...[, name, facts, expected]) => {
  expect(removedBy(name, facts)).toBe(expected);
});

test.each(SUB_AGENT_DENY)("an agent that works for another never has %s", (name) => {
  expect(removedBy(name, { isSubAgent: true })).toBe("sub-agent");
  expect(removedBy(name, {})).toBeUndefined();
});

test.each(LEAF_DENY)("an agent that may delegate no further never has %s", (name) => {
  expect(removedBy(name, { isSubAgent: true, isLeaf: true })).toMatch(/^(leaf|sub-agent)$/);
});

test.each(
  Object.entries(TOOL_GROUPS).flatMap(([group, names]) => names.map((name) => [group, name] as const)),
)("group:%s has %s", (group, name) => {
  expect(matchingEntry([`group:${group}`], tool(name))).toBe(`group:${group}`);
});

test("groups that tools declare count, also those of single servers", () => {
  const pull = tool("mcp__github__pull", ["mcp", "mcp:github"]);
  expect(removedBy(pull, global({ deny: ["group:mcp"] }))).toBe("global-deny");
  expect(removedBy(pull, global({ deny: ["group:mcp:github"] }))).toBe("global-deny");
  expect(removedBy(pull, global({ deny: ["group:mcp:slack"] }))).toBeUndefined();
});

test("the group of everything native leaves out what was connected", () => {
  const exec = tool("exec", ["openhive", "goclaw"]);
  const pull = tool("mcp__github__pull", ["mcp"]);
  for (const group of ["group:openhive", "group:goclaw"]) {
    expect(removedBy(exec, global({ deny: [group] }))).toBe("global-deny");
    expect(removedBy(pull, global({ deny: [group] }))).toBeUndefined();
  }
});

test("other names of a tool count as its name, both ways", () => {
  expect(removedBy("edit_file", global({ deny: ["edit"] }))).toBe("global-deny");
  expect(removedBy("exec", global({ allow: ["bash"] }))).toBeUndefined();
});

test("names of things that every object has are groups and profiles of nobody", () => {
  expect(matchingEntry(["group:constructor", "__proto__"], tool("exec"))).toBeUndefined();
  expect(removedBy("exec", { provider: "constructor", ...global({ byProvider: {} }) })).toBeUndefined();
});

test("every step is told, in order, with its reason", () => {
  const steps = judgeTool(tool("exec"), { ...free, agent: { deny: ["group:runtime"] } });
  expect(steps.map(({ id }) => id)).toEqual([
    "global-profile",
    "provider-profile",
    "global-allow",
    "provider-allow",
    "agent-allow",
    "agent-provider-allow",
    "group-allow",
    "global-deny",
    "group-deny",
    "agent-deny",
    "global-also-allow",
    "agent-also-allow",
    "sub-agent",
    "leaf",
    "line",
    "request",
  ]);
  expect(steps.find(({ id }) => id === "agent-deny")).toMatchObject({
    outcome: "removed",
    reason: "The list has group:runtime",
  });
});

// ---------- whatever the rules are

const entries = fc.constantFrom(
  "*",
  "exec",
  "read_file",
  "message",
  "group:fs",
  "group:web",
  "group:nope",
  "cron",
);
const list = fc.array(entries, { maxLength: 4 });
const maybe = fc.option(list, { nil: undefined });
const scoped = fc.record({ allow: list, deny: list, alsoAllow: list }, { requiredKeys: [] });
const anyFacts = fc.record({
  global: fc
    .record({ allow: list, deny: list, alsoAllow: list })
    .map((rules) => ({ ...DEFAULT_POLICY, ...rules })),
  agent: fc.option(scoped, { nil: undefined }),
  org: fc.option(scoped, { nil: undefined }),
  provider: fc.constant("anthropic"),
  isSubAgent: fc.boolean(),
  isLeaf: fc.boolean(),
  passedOn: fc.array(list, { maxLength: 3 }),
  request: maybe,
}) as fc.Arbitrary<PolicyFacts>;
const anyTool = fc
  .constantFrom("exec", "read_file", "web_fetch", "message", "cron", "spawn", "plot")
  .map((name) => tool(name));

function isAllowed(ruled: RuledTool, facts: PolicyFacts): boolean {
  return removedBy(ruled, facts) === undefined;
}

test("a child never has more than each line on the way passes on, whatever else the rules say", () => {
  fc.assert(
    fc.property(anyTool, anyFacts, (ruled, facts) => {
      if (!isAllowed(ruled, facts)) return;
      for (const passed of facts.passedOn) expect(matchingEntry(passed, ruled)).toBeDefined();
    }),
    { numRuns: 2_000 },
  );
});

test("another line on the way never gives anything back", () => {
  fc.assert(
    fc.property(anyTool, anyFacts, list, (ruled, facts, more) => {
      const below = { ...facts, passedOn: [...facts.passedOn, more] };
      if (isAllowed(ruled, below)) expect(isAllowed(ruled, facts)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("what the request does not name is never had, and working for another only takes away", () => {
  fc.assert(
    fc.property(anyTool, anyFacts, (ruled, facts) => {
      if (isAllowed(ruled, facts) && facts.request) expect(matchingEntry(facts.request, ruled)).toBeDefined();
      if (isAllowed(ruled, { ...facts, isSubAgent: true }))
        expect(isAllowed(ruled, { ...facts, isSubAgent: false })).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
