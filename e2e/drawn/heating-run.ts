import type { ApprovalRequest } from "../../server/contract/approval.ts";
import { okText, toolError } from "../../server/contract/tool-result.ts";
import { EventScript, usageOf } from "./event-script.ts";

const BUILTIN = { kind: "builtin", id: "core" };
const DELEGATION = { kind: "delegation", id: "delegation" };
const SQL = { kind: "skill", id: "sql-report" };
const STATS = { kind: "mcp", id: "energy-stats" };
const FILINGS = { kind: "mcp", id: "filings" };
const ZOTERO = { kind: "mcp", id: "zotero" };

/** Seconds after its beginning at which the run is looked at. */
export const HEATING_NOW = 130;
export const HEATING_TASK = "District heating from waste heat";
/** What the Analyst is saying when the run is looked at. */
export const ANALYST_SAYS =
  "Seven points are too few for the test, so I compare medians. Heat from data centres settles at 21 EUR/MWh, which is a third below the gas";

const source = {
  library: "research-desk",
  type: "report",
  title: "Waste heat in district heating 2025",
  publisher: "Energy agency",
  url: "https://energy.example/reports/waste-heat-2025.pdf",
};

export const heatingApproval: ApprovalRequest = {
  tool: "mcp__zotero__add_item",
  origin: ZOTERO,
  input: source,
  digest: "c0ffee".padEnd(64, "0"),
  summary: "mcp__zotero__add_item",
  reason: "Writes outside of this installation ask first",
  identities: [{ executable: "mcp:zotero/add_item", shape: "library, publisher, title, type, url" }],
  canRemember: true,
  chain: ["Lead", "Writer", "Fact checker"],
  expiresAt: "2026-03-02T15:03:55.000Z",
};

/** A run in the middle of its work, with an agent in nearly every state. */
export function heatingRun(): EventScript {
  const run = new EventScript("sonnet-5");
  leadPlans(run);
  researchGoesOn(run);
  analystCompares(run);
  writerIsChecked(run);
  return run;
}

function leadPlans(run: EventScript): void {
  run.open({ id: "lead", agentId: "lead", agentName: "Lead", task: HEATING_TASK, begin: 0 });
  const todos = ["Sources", "Figures", "Text"].map((text, id) => ({ id: id + 1, text, isDone: false }));
  run.turn("lead", {
    from: 0,
    to: 9,
    text: "Three parts: sources, figures and text.",
    calls: [{ callId: "l1", name: "set_todos", origin: BUILTIN, input: { items: todos }, from: 9, to: 10 }],
  });
  run.add(10, { type: "todos.changed", items: todos }, "lead");
  const tasks = [
    [
      "researcher",
      "Researcher",
      "Find operating sites in the Nordics that feed data-centre heat into a district network.",
    ],
    ["analyst", "Analyst", "Compare the price per MWh across FI, SE and DK since 2019, and against gas."],
    ["writer", "Writer", "Write section one: what works. Eleven claims at most, each with a source."],
  ] as const;
  run.turn("lead", {
    from: 10,
    to: 17,
    text: "The parts do not depend on each other, so I hand them out at once.",
    calls: tasks.map(([id, assignee, task]) => ({
      callId: `l-${id}`,
      name: "delegate_to",
      origin: DELEGATION,
      input: { assignee, task },
      from: 17,
    })),
  });
  for (const [id, agentName, task] of tasks)
    run.open({ id, agentId: id, agentName, parent: "lead", callId: `l-${id}`, task, begin: 17 });
  run.park("lead", { from: 17, count: 3 });
}

function researchGoesOn(run: EventScript): void {
  run.queue("researcher", 17, 19);
  run.turn("researcher", {
    from: 19,
    to: 28,
    text: "I look for lists of sites first.",
    calls: [
      {
        callId: "r1",
        name: "web_search",
        origin: BUILTIN,
        input: { query: "waste heat district heating sites" },
        from: 28,
        to: 31,
        result: okText("14 results"),
      },
    ],
  });
  const cities = ["Helsinki, Espoo", "Stockholm", "Odense, Aarhus"];
  run.turn("researcher", {
    from: 31,
    to: 39,
    text: "Three regions side by side, and the filings of the owners.",
    calls: [
      {
        callId: "r2",
        name: "delegate_parallel",
        origin: DELEGATION,
        input: { assignee: "Web scout", tasks: cities },
        from: 39,
      },
      {
        callId: "r3",
        name: "delegate_to",
        origin: DELEGATION,
        input: { assignee: "Filings reader", task: "Annual reports of the owners" },
        from: 39,
      },
    ],
  });
  for (const [index, task] of cities.entries())
    run.open({
      id: `scout-${index}`,
      agentId: "scout",
      agentName: "Web scout",
      parent: "researcher",
      callId: "r2",
      index,
      siblings: 3,
      task,
      begin: 40,
    });
  run.open({
    id: "filings",
    agentId: "filings",
    agentName: "Filings reader",
    parent: "researcher",
    callId: "r3",
    task: "Annual reports of the owners",
    begin: 40,
  });
  run.park("researcher", { from: 40, count: 4 });
  scoutsSearch(run);
  run.turn("filings", {
    from: 40,
    to: 46,
    calls: [
      {
        callId: "f1",
        name: "mcp__filings__list",
        origin: FILINGS,
        input: { year: 2025 },
        from: 46,
        to: 71,
        result: toolError("timed_out", "filings did not answer within 30 s.", "Try again later."),
      },
    ],
  });
  run.close("filings", { at: 71, outcome: "failed", error: "filings did not answer within 30 s" });
}

function scoutsSearch(run: EventScript): void {
  const search = (callId: string, from: number, to: number) =>
    ({
      callId,
      name: "web_search",
      origin: BUILTIN,
      input: { query: "data centre heat" },
      from,
      to,
      result: okText("9 results"),
    }) as const;
  const fetch = (callId: string, from: number, to?: number) => ({
    callId,
    name: "web_fetch",
    origin: BUILTIN,
    input: { url: "https://heat.example/reports/waste-heat" },
    from,
    ...(to === undefined ? {} : { to, result: okText("2.1 MB of text") }),
  });
  run.turn("scout-0", {
    from: 40,
    to: 48,
    text: "Two owners publish figures for Finland, so I start with those.",
    calls: [search("s1", 48, 58)],
  });
  run.turn("scout-0", { from: 58, to: 64, calls: [fetch("s2", 64, 74)] });
  run.turn("scout-0", { from: 74, to: 88, text: "Six sites, 214 MW in all." });
  run.close("scout-0", { at: 88, outcome: "completed", answer: "Six sites, 214 MW in all." });
  run.queue("scout-1", 40, 58);
  run.turn("scout-1", { from: 58, to: 68, calls: [fetch("s3", 68, 90)] });
  run.turn("scout-1", { from: 90, to: 100, calls: [fetch("s4", 100)] });
  run.queue("scout-2", 40, 78);
  run.turn("scout-2", { from: 78, to: 90, calls: [search("s5", 90, 114)] });
  run.turn("scout-2", { from: 114 });
}

function analystCompares(run: EventScript): void {
  run.queue("analyst", 17, 50);
  run.turn("analyst", {
    from: 50,
    to: 58,
    text: "Figures come from the tables, so I take the skill for them.",
    promptHash: "drawn-prompt-1",
    toolsHash: "drawn-tools-1",
    calls: [
      {
        callId: "a1",
        name: "activate_skill",
        origin: BUILTIN,
        input: { name: "sql-report" },
        from: 58,
        to: 58.1,
        result: okText("Activated. Three functions are there from the next turn."),
      },
    ],
  });
  run.add(58.1, { type: "skill.activated", skill: "sql-report", revision: "r1" }, "analyst");
  run.turn("analyst", {
    from: 59,
    to: 68,
    text: "Prices of three countries since 2019 stand in one table.",
    promptHash: "drawn-prompt-2",
    toolsHash: "drawn-tools-2",
    // Up to the functions of the skill, which stand behind three tools.
    usage: { ...usageOf(59), cachedInputTokens: 1_450 },
    calls: [
      {
        callId: "a2",
        name: "delegate_to",
        origin: DELEGATION,
        input: { assignee: "Chart maker", task: "Line chart of 3 series, 2019 to 2025" },
        from: 68,
        to: 91,
        result: okText("heat-price.svg, 3 series, 21 points"),
      },
    ],
  });
  run.open({
    id: "charts",
    agentId: "charts",
    agentName: "Chart maker",
    parent: "analyst",
    callId: "a2",
    task: "Line chart of 3 series, 2019 to 2025",
    begin: 68,
  });
  run.park("analyst", { from: 68.1, to: 91, count: 1 });
  run.turn("charts", {
    from: 69,
    to: 76,
    calls: [
      {
        callId: "p1",
        name: "plot",
        origin: { kind: "skill", id: "chart-basics" },
        input: { series: 3 },
        from: 76,
        to: 84,
        result: okText("heat-price.svg"),
      },
    ],
  });
  run.add(
    84,
    {
      type: "artifact.created",
      callId: "p1" as never,
      artifactId: "chart" as never,
      name: "heat-price.svg",
      mediaType: "image/svg+xml",
      size: 1_840,
    },
    "charts",
  );
  run.turn("charts", { from: 84, to: 90, text: "heat-price.svg, 3 series" });
  run.close("charts", { at: 90, outcome: "completed", answer: "heat-price.svg, 3 series" });
  run.turn("analyst", {
    from: 91,
    to: 104,
    text: "The chart holds. Gas prices and a check of the outlier year are still missing.",
    promptHash: "drawn-prompt-2",
    toolsHash: "drawn-tools-2",
    calls: [
      {
        callId: "a3",
        name: "mcp__energy-stats__series",
        origin: STATS,
        input: { ids: 3, from: 2019 },
        from: 104,
        to: 105.8,
        result: okText("84 points, 6.2 kB"),
      },
      {
        callId: "a4",
        name: "outlier_test",
        origin: SQL,
        input: { series: "SE", year: 2022 },
        from: 105.8,
        to: 111.7,
        result: toolError("invalid_input", "Needs 8 points, got 7.", "Pass min_points: 7."),
      },
    ],
  });
  run.turn("analyst", { from: 112, promptHash: "drawn-prompt-2", toolsHash: "drawn-tools-2" });
}

function writerIsChecked(run: EventScript): void {
  run.queue("writer", 17, 89);
  run.turn("writer", {
    from: 89,
    to: 109,
    text: "Section one stands. I have it checked before I go on.",
    calls: [
      {
        callId: "w1",
        name: "delegate_to",
        origin: DELEGATION,
        input: { assignee: "Fact checker", task: "Check section one. Eleven claims, nine with a source." },
        from: 109,
      },
    ],
  });
  run.open({
    id: "checker",
    agentId: "checker",
    agentName: "Fact checker",
    parent: "writer",
    callId: "w1",
    task: "Check section one. Eleven claims, nine with a source.",
    begin: 110,
  });
  run.park("writer", { from: 110, count: 1 });
  run.turn("checker", {
    from: 110,
    to: 115,
    text: "Claim 7 is right, but its source is not in the library yet. I would add the agency's report.",
    calls: [{ callId: "k1", name: heatingApproval.tool, origin: ZOTERO, input: source, from: 115 }],
  });
  const questions = [
    { question: `May ${heatingApproval.tool} run?`, header: "Approval", multiSelect: false, options: [] },
  ];
  run.add(
    116,
    {
      type: "question.asked",
      waitId: "approval" as never,
      callId: "k1" as never,
      questions,
      approval: heatingApproval,
      chain: heatingApproval.chain,
    },
    "checker",
  );
  run.add(116, { type: "session.parked", waitingFor: "person", count: 1 }, "checker");
}
