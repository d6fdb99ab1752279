import { describe, expect, test } from "vitest";
import {
  type Agent,
  agentLimitsSchema,
  agentSchema,
  lineSchema,
  type OrgDocument,
  type ReportingLine,
} from "@/server/contract/org-document.ts";
import { describeChange, describeSide } from "./describe-change.ts";
import { updateAgent } from "./edit-agents.ts";
import { findDifferences } from "./merge-documents.ts";
import { createTestAgent, createTestDocument } from "./test-document.ts";

const drawn = createTestDocument("lead", "analyst<lead", "other<lead");

/** The drawing with another analyst, or another line above it. */
const withAgent = (fields: Partial<Agent>): OrgDocument => updateAgent(drawn, "analyst", fields);
const withLine = (fields: Partial<ReportingLine>): OrgDocument => ({
  ...drawn,
  lines: drawn.lines.map((line) => (line.childId === "analyst" ? { ...line, ...fields } : line)),
});
const withLimits = (fields: Partial<Agent["limits"]>): OrgDocument =>
  withAgent({ limits: { ...createTestAgent("analyst").limits, ...fields } });

function tellAnalyst(mine: OrgDocument, theirs: OrgDocument) {
  const difference = findDifferences({ base: drawn, mine, theirs }).find(
    ({ agentId }) => agentId === "analyst",
  );
  if (!difference) throw new Error("There is no difference");
  return {
    change: describeChange(difference.mine, difference.theirs),
    mine: describeSide(difference.mine, difference.theirs),
    theirs: describeSide(difference.theirs, difference.mine),
  };
}

type Case<Whole> = readonly [name: string, mine: Partial<Whole>, theirs: Partial<Whole>];
type Cases<Whole> = { readonly [Key in keyof Whole]-?: readonly Case<Pick<Whole, Key>>[] };

const agentCases: Cases<Omit<Agent, "id" | "limits">> = {
  name: [["name", { name: "One" }, { name: "Two" }]],
  role: [
    ["role", { role: "" }, { role: "Reads" }],
    ["role", { role: "" }, { role: " " }],
  ],
  persona: [
    ["persona", { persona: "You read." }, { persona: "You write." }],
    [
      "persona",
      { persona: `${"Read on. ".repeat(40)}Twice.` },
      { persona: `${"Read on. ".repeat(40)}Once.` },
    ],
    ["persona", { persona: "Read on. ".repeat(40) }, { persona: "Read on. ".repeat(41) }],
    ["persona", { persona: "Read.\nWrite." }, { persona: "Read.\n\nWrite." }],
  ],
  icon: [["icon", { icon: "bot" }, { icon: "book" }]],
  position: [
    ["place", { position: { x: 0, y: 0 } }, { position: { x: 0, y: 24 } }],
    ["place", { position: { x: 0.2, y: 0 } }, { position: { x: 0.3, y: 0 } }],
  ],
  model: [["model", { model: { provider: "a", model: "m" } }, { model: { provider: "b", model: "m" } }]],
  skills: [["skills", { skills: [] }, { skills: ["csv"] }]],
  mcp: [
    ["MCP servers", { mcp: [{ server: "shelf" }] }, { mcp: [{ server: "shelf", tools: ["read"] }] }],
    [
      "MCP servers",
      { mcp: [{ server: "shelf", tools: ["read"] }] },
      { mcp: [{ server: "shelf", tools: ["write"] }] },
    ],
  ],
  disabledTools: [["switched-off tools", { disabledTools: [] }, { disabledTools: ["db_exec"] }]],
  toolboxes: [
    ["toolboxes", {}, { toolboxes: ["scout"] }],
    ["toolboxes", {}, { toolboxes: [] }],
  ],
  policy: [
    ["tool rules", {}, { policy: { deny: ["db_exec"] } }],
    ["tool rules", {}, { policy: {} }],
    ["tool rules", { policy: { allow: ["a"], deny: ["b"] } }, { policy: { allow: ["a"], deny: ["c"] } }],
    ["tool rules", { policy: { rates: ["db_exec 1/hour"] } }, { policy: { rates: ["db_exec 2/hour"] } }],
    [
      "tool rules",
      { policy: { byProvider: { openai: { allow: ["a"] } } } },
      { policy: { byProvider: { openai: { profile: "minimal", allow: ["a"] } } } },
    ],
  ],
};

const limitCases: Cases<Agent["limits"]> = {
  maxTurns: [["turns in one session", { maxTurns: 3 }, { maxTurns: 4 }]],
  maxDepth: [["levels of delegation", { maxDepth: 3 }, { maxDepth: 4 }]],
  maxDelegationsPerChild: [
    ["delegations to the same agent", { maxDelegationsPerChild: 3 }, { maxDelegationsPerChild: 4 }],
  ],
  maxParallel: [["agents at work at once", { maxParallel: 3 }, { maxParallel: 4 }]],
  maxQuestions: [["questions to you", { maxQuestions: 3 }, { maxQuestions: 4 }]],
  callTimeoutSeconds: [["seconds for one tool call", { callTimeoutSeconds: 30 }, { callTimeoutSeconds: 40 }]],
  budget: [
    ["budget", {}, { budget: { tokens: 500 } }],
    ["budget", { budget: { cost: 1.001 } }, { budget: { cost: 1.002 } }],
  ],
  maxConcurrentSessions: [["sessions at work at once", {}, { maxConcurrentSessions: 2 }]],
};

const lineCases: Cases<Omit<ReportingLine, "id" | "parentId" | "childId">> = {
  budget: [["budget of its line", {}, { budget: { toolCalls: 5 } }]],
  tools: [
    ["tools its line passes on", {}, { tools: ["db_query"] }],
    ["tools its line passes on", {}, { tools: [] }],
  ],
  maxConcurrentSessions: [["sessions at work at once below its line", {}, { maxConcurrentSessions: 2 }]],
};

const casesOf = <Whole>(cases: Cases<Whole>) =>
  Object.entries<readonly Case<Whole>[]>(cases as never).flatMap(([key, list]) =>
    list.map(([name, mine, theirs]) => ({ key, name, mine, theirs })),
  );

describe("what two versions of an agent differ in", () => {
  test("there is a case for every key of the schema", () => {
    expect(Object.keys({ ...agentCases, id: 0, limits: 0 }).sort()).toEqual(
      Object.keys(agentSchema.shape).sort(),
    );
    expect(Object.keys(limitCases).sort()).toEqual(Object.keys(agentLimitsSchema.shape).sort());
    expect(Object.keys({ ...lineCases, id: 0, parentId: 0, childId: 0 }).sort()).toEqual(
      Object.keys(lineSchema.shape).sort(),
    );
  });

  const all = [
    ...casesOf(agentCases).map((one) => ({ ...one, draw: withAgent as (fields: object) => OrgDocument })),
    ...casesOf(limitCases).map((one) => ({ ...one, draw: withLimits as (fields: object) => OrgDocument })),
    ...casesOf(lineCases).map((one) => ({ ...one, draw: withLine as (fields: object) => OrgDocument })),
  ];
  test.each(all)("$key: $name, $mine and $theirs", ({ name, mine, theirs, draw }) => {
    const told = tellAnalyst(draw(mine), draw(theirs));
    expect(told.change).toBe(name);
    expect(told.mine).not.toBe(told.theirs);
    for (const side of [told.mine, told.theirs]) expect(side.startsWith(`${name} `)).toBe(true);
  });

  test("each kind of rule is told in a word", () => {
    const told = (policy: Agent["policy"]) => tellAnalyst(withAgent({ policy }), drawn).mine;
    expect(told({ deny: ["db_exec"], rates: ["db_query 1/hour"] })).toBe(
      "tool rules denied db_exec, how often db_query 1/hour",
    );
    expect(told({ byProvider: { openai: { profile: "minimal", allow: ["a"] } } })).toBe(
      "tool rules by provider openai minimal (a)",
    );
  });

  test("whom it reports to is told, also where two have one name", () => {
    const named = updateAgent(updateAgent(drawn, "lead", { name: "Chief" }), "other", { name: "Chief" });
    const moved = {
      ...named,
      lines: named.lines.map((line) => (line.childId === "analyst" ? { ...line, parentId: "other" } : line)),
    };
    expect(tellAnalyst(named, moved)).toEqual({
      change: "reporting line",
      mine: "reports to Chief (lead)",
      theirs: "reports to Chief (other)",
    });
  });
});
