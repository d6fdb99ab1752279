import { describe, expect, it } from "vitest";
import { ANALYST, exampleRun, LEAD, SCOUT } from "../testing/example-run.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import { sessionsOf, toCard } from "./card-model.ts";

const events = exampleRun().events;

function cardAfter(isLast: (event: (typeof events)[number]) => boolean, agentId: string) {
  const view = foldSignals(EMPTY_RUN_VIEW, events.slice(0, events.findIndex(isLast) + 1));
  return toCard(sessionsOf(view, agentId));
}
const isOver = (event: (typeof events)[number]) => event.type === "run.finished";

describe("a card of the live canvas", () => {
  it("is idle before its agent is called", () => {
    expect(cardAfter((event) => event.type === "run.started", ANALYST.id)).toMatchObject({
      state: "idle",
      word: "Idle",
      front: null,
    });
  });

  it("says for how many agents it waits, and for how many still", () => {
    expect(cardAfter((event) => event.type === "session.parked" && event.count === 3, LEAD.id).word).toBe(
      "Waiting for 3 agents",
    );
    expect(
      cardAfter((event) => event.type === "session.finished" && event.sessionId === "s-scout-1", LEAD.id)
        .word,
    ).toBe("Waiting for 1 of 3");
  });

  it("stacks the instances of one parallel delegation", () => {
    const card = cardAfter(
      (event) => event.type === "tool_call" && event.sessionId === "s-scout-0",
      SCOUT.id,
    );
    expect(card.instances.map((session) => session.index)).toEqual([0, 1, 2]);
    expect(card).toMatchObject({ state: "calling", word: "3 of 3 working" });
  });

  it("keeps a failure in sight once all instances are over", () => {
    expect(cardAfter(isOver, SCOUT.id)).toMatchObject({ state: "failed", word: "1 of 3 failed" });
  });

  it("sums what all sessions of the agent used", () => {
    expect(cardAfter(isOver, SCOUT.id).usage.inputTokens).toBe(3_000);
  });
});
