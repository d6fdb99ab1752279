import { describe, expect, it } from "vitest";
import { exampleRun, LEAD, SCOUT } from "../testing/example-run.ts";
import { RunRecorder } from "../testing/record-run.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import { sessionsOf, toCard } from "./card-model.ts";
import { cardName } from "./card-name.ts";

const nameOf = (run: RunRecorder, agent: { readonly id: string; readonly name: string }) =>
  cardName(agent.name, toCard(sessionsOf(foldSignals(EMPTY_RUN_VIEW, run.events), agent.id)));

/** The lead, asked for a second turn a while after the first. */
function askedAgainAfter(milliseconds: number): RunRecorder {
  const run = new RunRecorder().start("Any task").open("s0", LEAD).beginTurn("s0");
  const call = { callId: "c1", name: "median", input: {} };
  run.endTurn("s0", "I count.", [call]);
  run.call("s0", "c1", { ...call, origin: { kind: "skill", id: "csv" } }).wait(milliseconds);
  return run.result("s0", "c1", { name: "median", origin: { kind: "skill", id: "csv" } }).beginTurn("s0");
}

describe("the name of a card for those who listen", () => {
  it("is name and state before there is anything to count", () => {
    expect(nameOf(new RunRecorder().start("Any task"), LEAD)).toBe("Lead, Idle");
    expect(nameOf(new RunRecorder().start("Any task").open("s0", LEAD), LEAD)).toBe("Lead, Queued");
  });

  it("says how long and how much", () => {
    expect(nameOf(askedAgainAfter(1_000), LEAD)).toBe("Lead, Thinking, 1 second, 1.1 thousand tokens");
    expect(nameOf(askedAgainAfter(60_000), LEAD)).toBe("Lead, Thinking, 1 minute, 1.1 thousand tokens");
    expect(nameOf(askedAgainAfter(7_200_000), LEAD)).toBe("Lead, Thinking, 2 hours, 1.1 thousand tokens");
    expect(nameOf(askedAgainAfter(80_000), LEAD)).toBe("Lead, Thinking, 1 minute 20, 1.1 thousand tokens");
    expect(nameOf(askedAgainAfter(7_500_000), LEAD)).toBe(
      "Lead, Thinking, 2 hours 5 minutes, 1.1 thousand tokens",
    );
  });

  it("stays as it is while the state does", () => {
    const run = askedAgainAfter(20_000);
    const before = nameOf(run, LEAD);
    run.wait(30_000).add({ type: "todos.changed", items: [] }, "s0");
    expect(nameOf(run, LEAD)).toBe(before);
  });

  it("says the limits of the line to it", () => {
    const card = toCard(sessionsOf(EMPTY_RUN_VIEW, LEAD.id));
    expect(cardName("Lead", card, "2 at once · no tools · budget")).toBe(
      "Lead, Idle, limits of its line: 2 at once, no tools, budget",
    );
  });

  it("counts all instances of an agent", () => {
    expect(nameOf(exampleRun(), SCOUT)).toMatch(/^\S.*, 1 of 3 failed, \d+ seconds?, 3\.3 thousand tokens$/);
  });
});
