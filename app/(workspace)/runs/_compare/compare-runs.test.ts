import { expect, test } from "vitest";
import { exampleRun } from "../[runId]/_run/testing/example-run.ts";
import { RunRecorder } from "../[runId]/_run/testing/record-run.ts";
import { EMPTY_RUN_VIEW } from "../[runId]/_run/view/empty-run-view.ts";
import { foldSignals } from "../[runId]/_run/view/fold-run.ts";
import type { Span } from "../[runId]/_run/view/run-view.ts";
import { compareRuns } from "./compare-runs.ts";
import { criticalPath } from "./critical-path.ts";
import { digestRun } from "./digest-run.ts";

const example = foldSignals(EMPTY_RUN_VIEW, exampleRun().events);
const LEAD = { id: "lead", name: "Lead" };
const DELEGATION = { kind: "delegation", id: "delegation" };

/** A lead asks two: one is quick, the other slow. */
function twoChildren() {
  const run = new RunRecorder().start("Two").open("s-lead", LEAD).beginTurn("s-lead").wait(100);
  run.endTurn("s-lead", "", [
    { callId: "c1", name: "delegate_to", input: {} },
    { callId: "c2", name: "delegate_to", input: {} },
  ]);
  for (const callId of ["c1", "c2"])
    run.call("s-lead", callId, { name: "delegate_to", origin: DELEGATION, input: {} });
  run
    .open("s-quick", { id: "quick", name: "Quick" }, { parent: "s-lead", callId: "c1" })
    .open("s-slow", { id: "slow", name: "Slow" }, { parent: "s-lead", callId: "c2" })
    .add({ type: "session.parked", waitingFor: "children", count: 2 }, "s-lead");
  run.beginTurn("s-quick").beginTurn("s-slow").wait(200).endTurn("s-quick", "quick");
  run.close("s-quick", "completed", {}).wait(500).endTurn("s-slow", "slow").close("s-slow", "completed", {});
  run.add({ type: "session.resumed" }, "s-lead");
  for (const callId of ["c1", "c2"])
    run.result("s-lead", callId, { name: "delegate_to", origin: DELEGATION });
  run.beginTurn("s-lead").wait(300).endTurn("s-lead", "done").close("s-lead", "completed", {});
  return run.add({ type: "run.finished", status: "completed", answer: "done" });
}

test("the critical path leads through the child that came back last", () => {
  const path = criticalPath(foldSignals(EMPTY_RUN_VIEW, twoChildren().events));
  expect(path.map((step) => [step.agentName, step.kind, step.to - step.from])).toEqual([
    ["Lead", "model", 100],
    ["Slow", "model", 700],
    ["Lead", "model", 300],
  ]);
});

test("steps of a critical path follow each other and stay inside the run", () => {
  const path = criticalPath(example);
  expect(path.length).toBeGreaterThan(3);
  for (const [index, step] of path.entries()) {
    expect(step.to).toBeGreaterThan(step.from);
    expect(step.from).toBeGreaterThanOrEqual(path[index - 1]?.to ?? example.startedAt ?? 0);
  }
  expect(path.at(-1)?.to).toBeLessThanOrEqual(example.finishedAt ?? 0);
});

test("a path through many stretches looks at each of them a few times, however many there are", () => {
  const looksAt = (turns: number): number => {
    const run = new RunRecorder().start("Long").open("s-lead", LEAD);
    for (let turn = 0; turn < turns; turn += 1) run.beginTurn("s-lead").wait(10).endTurn("s-lead", "on");
    const view = foldSignals(EMPTY_RUN_VIEW, run.events);
    let looks = 0;
    const watched = (span: Span): Span =>
      new Proxy(span, {
        get(target, key) {
          looks += 1;
          return Reflect.get(target, key);
        },
      });
    const sessions = Object.values(view.sessions).map((session) => [
      session.sessionId,
      { ...session, spans: session.spans.map(watched) },
    ]);
    expect(criticalPath({ ...view, sessions: Object.fromEntries(sessions) })).toHaveLength(turns);
    return looks;
  };
  expect(looksAt(2_000)).toBeLessThan(10 * looksAt(250));
});

test("a run beside itself has equal figures everywhere", () => {
  const { left, right, delegations, tools, agents } = compareRuns(digestRun(example), digestRun(example));
  expect(left).toEqual(right);
  for (const pair of [...delegations, ...tools]) expect(pair.left).toBe(pair.right);
  for (const agent of agents) expect(agent.tokens.left).toBe(agent.tokens.right);
});

test("what only one run has stands with a zero on the other side", () => {
  const other = foldSignals(EMPTY_RUN_VIEW, twoChildren().events);
  const { left, right, delegations, tools } = compareRuns(digestRun(example), digestRun(other));
  expect(left.delegations).toBeGreaterThan(right.delegations);
  expect(delegations).toContainEqual({ name: "Lead to Slow", left: 0, right: 1 });
  expect(delegations).toContainEqual({ name: "Lead to Analyst", left: 1, right: 0 });
  expect(tools.find((tool) => tool.name === "median")).toMatchObject({ left: 1, right: 0 });
});
