import { expect, test } from "vitest";
import { exampleRun } from "../testing/example-run.ts";
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
