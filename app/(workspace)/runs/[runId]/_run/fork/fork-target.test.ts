import { expect, test } from "vitest";
import type { SessionId } from "@/server/contract/ids.ts";
import { exampleRun } from "../testing/example-run.ts";
import { RunRecorder } from "../testing/record-run.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import { readLast, turnFrom } from "./fork-target.ts";

const view = foldSignals(EMPTY_RUN_VIEW, exampleRun().events);
const lead = view.order[0] === undefined ? undefined : view.sessions[view.order[0]];
if (!lead) throw new Error("The example has a lead.");

test("the first turn reads the task, a later one the results of the calls before it", () => {
  expect(readLast(lead, 1)).toEqual({ kind: "message", text: lead.task });
  expect(readLast(lead, 2)).toEqual({ kind: "results" });
});

test("a moment between two turns leads to the second, one after all to the last", () => {
  const [first, second] = lead.turns;
  expect(turnFrom(lead, (first?.startedAt ?? 0) + 1)?.turn).toBe(second?.turn);
  expect(turnFrom(lead, Number.MAX_SAFE_INTEGER)?.turn).toBe(lead.turns.at(-1)?.turn);
});

/** Two turns with a call each, and a third: all in one commit. */
function quickTurns() {
  const tool = { name: "look", origin: { kind: "builtin", id: "core" } };
  const run = new RunRecorder().start("Go").open("s", { id: "lead", name: "Lead" });
  for (const callId of ["c1", "c2"])
    run
      .beginTurn("s")
      .endTurn("s", callId === "c1" ? "" : "Once more.", [{ callId, name: "look", input: {} }])
      .call("s", callId, { ...tool, input: {} })
      .result("s", callId, tool);
  return run.beginTurn("s").endTurn("s", "Done.").events;
}

test("where all has one moment a turn still reads what stood before it", () => {
  const session = foldSignals(EMPTY_RUN_VIEW, quickTurns()).sessions["s" as SessionId];
  if (!session) throw new Error("no session");
  expect([1, 2, 3].map((turn) => readLast(session, turn).kind)).toEqual(["message", "results", "results"]);
});

test("steps through turns of one moment lead to the first that has not ended yet", () => {
  const events = quickTurns();
  const whole = foldSignals(EMPTY_RUN_VIEW, events).sessions["s" as SessionId];
  if (!whole) throw new Error("no session");
  const nextAfter = events.map((event, index) => {
    const shown = foldSignals(EMPTY_RUN_VIEW, events.slice(0, index + 1)).sessions["s" as SessionId];
    return [event.type, turnFrom(whole, Date.parse(event.at), shown)?.turn];
  });
  expect(nextAfter.filter(([type]) => String(type).startsWith("turn."))).toEqual([
    ["turn.started", 1],
    ["turn.finished", 2],
    ["turn.started", 2],
    ["turn.finished", 3],
    ["turn.started", 3],
    ["turn.finished", 3],
  ]);
});
