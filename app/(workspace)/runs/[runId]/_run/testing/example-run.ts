import { okText, toolError } from "@/server/contract/tool-result.ts";
import { RunRecorder } from "./record-run.ts";

const BUILTIN = { kind: "builtin", id: "delegation" };
const DELEGATION = { kind: "delegation", id: "delegation" };
const SKILL = { kind: "skill", id: "csv-figures" };
const MCP = { kind: "mcp", id: "files" };

export const LEAD = { id: "lead", name: "Lead" };
export const ANALYST = { id: "analyst", name: "Analyst" };
export const SCOUT = { id: "scout", name: "Scout" };

/** A run with everything in it: delegation to one and to three, a question, a skill, a failing call, a file, an answer. */
export function exampleRun(): RunRecorder {
  const run = new RunRecorder().start("Compare prices of heat\nand say which is lowest.");
  run.open("s-lead", LEAD).wait(300).beginTurn("s-lead").wait(900);
  run.endTurn("s-lead", "I ask the analyst first.", [
    { callId: "c1", name: "delegate_to", input: { assignee: "Analyst", task: "Compare" } },
  ]);
  run.call("s-lead", "c1", {
    name: "delegate_to",
    origin: DELEGATION,
    input: { assignee: "Analyst", task: "Compare" },
  });
  run
    .open("s-analyst", ANALYST, { parent: "s-lead", callId: "c1" })
    .add({ type: "session.parked", waitingFor: "children", count: 1 }, "s-lead");
  analyse(run);
  run
    .add({ type: "session.resumed" }, "s-lead")
    .result("s-lead", "c1", { name: "delegate_to", origin: DELEGATION });
  scoutInParallel(run);
  askPerson(run);
  run
    .wait(200)
    .beginTurn("s-lead")
    .wait(800)
    .endTurn("s-lead", "Heat from data centres is lowest at **21 EUR/MWh**.");
  run.close("s-lead", "completed", { answer: "Heat from data centres is lowest at **21 EUR/MWh**." });
  return run.add({
    type: "run.finished",
    status: "completed",
    answer: "Heat from data centres is lowest at **21 EUR/MWh**.",
  });
}

function analyse(run: RunRecorder): void {
  run.wait(200).beginTurn("s-analyst").wait(800);
  run.endTurn("s-analyst", "I compute the medians.", [
    { callId: "a1", name: "median", input: { column: "price" } },
  ]);
  run.call("s-analyst", "a1", { name: "median", origin: SKILL, input: { column: "price" } });
  run
    .add({ type: "skill.queued", callId: "a1" as never, skill: "csv-figures", position: 1 }, "s-analyst")
    .wait(100);
  run
    .add(
      { type: "skill.started", callId: "a1" as never, skill: "csv-figures", function: "median" },
      "s-analyst",
    )
    .wait(700);
  run.add(
    {
      type: "artifact.created",
      callId: "a1" as never,
      artifactId: "art-1" as never,
      name: "medians.csv",
      mediaType: "text/csv",
      size: 120,
    },
    "s-analyst",
  );
  run.add(
    {
      type: "skill.finished",
      callId: "a1" as never,
      skill: "csv-figures",
      function: "median",
      durationMs: 700,
      exitCode: 0,
      logs: "read 21 rows",
    },
    "s-analyst",
  );
  run.result("s-analyst", "a1", {
    name: "median",
    origin: SKILL,
    result: okText("median 21", { median: 21 }),
  });
  run.wait(200).beginTurn("s-analyst").wait(600).endTurn("s-analyst", "The median is 21 EUR/MWh.");
  run.close("s-analyst", "completed", { answer: "The median is 21 EUR/MWh." });
}

function scoutInParallel(run: RunRecorder): void {
  run.wait(100).beginTurn("s-lead").wait(700);
  run.endTurn("s-lead", "", [{ callId: "c2", name: "delegate_parallel", input: { tasks: ["a", "b", "c"] } }]);
  run.call("s-lead", "c2", {
    name: "delegate_parallel",
    origin: DELEGATION,
    input: { tasks: ["a", "b", "c"] },
  });
  for (const index of [0, 1, 2])
    run.open(`s-scout-${index}`, SCOUT, { parent: "s-lead", callId: "c2", index, siblings: 3 });
  run.add({ type: "session.parked", waitingFor: "children", count: 3 }, "s-lead");
  for (const index of [0, 1, 2]) run.wait(150).beginTurn(`s-scout-${index}`);
  run
    .wait(500)
    .endTurn("s-scout-0", "", [{ callId: "f1", name: "mcp__files__read", input: { path: "a.txt" } }]);
  run.call("s-scout-0", "f1", { name: "mcp__files__read", origin: MCP, input: { path: "a.txt" } }).wait(400);
  run.result("s-scout-0", "f1", {
    name: "mcp__files__read",
    origin: MCP,
    result: toolError("tool_failed", "No file a.txt.", "List the folder first."),
  });
  run.close("s-scout-0", "failed", { error: "The file could not be read." }).wait(100);
  run.endTurn("s-scout-1", "Found two.").close("s-scout-1", "completed", { answer: "Found two." }).wait(100);
  run.endTurn("s-scout-2", "Found three.").close("s-scout-2", "completed", { answer: "Found three." });
  run
    .add({ type: "session.resumed" }, "s-lead")
    .result("s-lead", "c2", { name: "delegate_parallel", origin: DELEGATION });
}

function askPerson(run: RunRecorder): void {
  const questions = [
    {
      question: "Which unit?",
      header: "Unit",
      multiSelect: false,
      options: [
        { label: "MWh", description: "" },
        { label: "kWh", description: "" },
      ],
    },
  ];
  run
    .wait(100)
    .beginTurn("s-lead")
    .wait(500)
    .endTurn("s-lead", "One question.", [{ callId: "c3", name: "ask_user", input: { questions } }]);
  run.call("s-lead", "c3", { name: "ask_user", origin: BUILTIN, input: { questions } });
  run.add({ type: "question.asked", waitId: "w1" as never, callId: "c3" as never, questions }, "s-lead");
  run.add({ type: "session.parked", waitingFor: "person", count: 1 }, "s-lead").wait(4_000);
  const answer = { answers: [{ selected: ["MWh"], text: "", isSkipped: false }] };
  run.add({ type: "question.answered", waitId: "w1" as never, callId: "c3" as never, answer }, "s-lead");
  run
    .add({ type: "session.resumed" }, "s-lead")
    .result("s-lead", "c3", { name: "ask_user", origin: BUILTIN, result: okText("Unit: MWh") });
  run.add({ type: "todos.changed", items: [{ id: 1, text: "Compare", isDone: true }] }, "s-lead");
}
