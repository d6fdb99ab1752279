import { describe, expect, it } from "vitest";
import type { SessionId } from "@/server/contract/ids.ts";
import { ANALYST, LEAD } from "../testing/example-run.ts";
import { RunRecorder, TURN_USAGE } from "../testing/record-run.ts";
import { tightestBudget } from "./budget-use.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { foldRun, foldSignals } from "./fold-run.ts";
import type { RunView } from "./run-view.ts";

const fold = (run: RunRecorder): RunView => foldSignals(EMPTY_RUN_VIEW, run.events);
const session = (view: RunView, id: string) => {
  const found = view.sessions[id as SessionId];
  if (!found) throw new Error(`no session ${id}`);
  return found;
};
const begun = () =>
  new RunRecorder().start("Compare").open("s-lead", LEAD).wait(100).beginTurn("s-lead").wait(400);

describe("a run that is paused", () => {
  it("lets a model call come to its end and shows its agent as paused then", () => {
    const run = begun().add({ type: "run.paused" });
    expect(fold(run).status).toBe("paused");
    expect(session(fold(run), "s-lead").state).toBe("thinking");
    run.endTurn("s-lead", "An answer, kept.");
    expect(session(fold(run), "s-lead").state).toBe("paused");
    run.add({ type: "run.resumed" });
    expect([fold(run).status, session(fold(run), "s-lead").state]).toEqual(["running", "thinking"]);
  });

  it("keeps agents that wait for others or for a person as they are", () => {
    const run = begun()
      .endTurn("s-lead", "", [{ callId: "c1", name: "delegate_to", input: {} }])
      .call("s-lead", "c1", { name: "delegate_to", origin: { kind: "delegation", id: "d" }, input: {} })
      .open("s-a", ANALYST, { parent: "s-lead", callId: "c1" })
      .add({ type: "session.parked", waitingFor: "children", count: 1 }, "s-lead")
      .add({ type: "run.paused" });
    expect(session(fold(run), "s-lead").state).toBe("waiting-children");
    expect(session(fold(run), "s-a").state).toBe("paused");
    run.add({ type: "run.resumed" });
    expect(session(fold(run), "s-a").state).toBe("queued");
  });

  it("can be stopped, and is stopped then, not paused", () => {
    const run = begun()
      .add({ type: "run.paused" })
      .add({ type: "run.finished", status: "cancelled", answer: "" });
    expect(fold(run)).toMatchObject({ status: "cancelled", isPaused: false });
    expect(session(fold(run), "s-lead").state).toBe("stopped");
  });
});

describe("a message to an agent at work", () => {
  it("waits until the agent reads it, and is told from the task then", () => {
    const run = begun()
      .add({ type: "message.queued", text: "Only 2025" }, "s-lead")
      .add({ type: "message.queued", text: "In euros" }, "s-lead");
    expect(session(fold(run), "s-lead").waitingMessages.map(({ text }) => text)).toEqual([
      "Only 2025",
      "In euros",
    ]);
    run
      .endTurn("s-lead", "Well,")
      .add({ type: "message.received", text: "Only 2025", from: "person" }, "s-lead");
    expect(session(fold(run), "s-lead").waitingMessages.map(({ text }) => text)).toEqual(["In euros"]);
    expect(session(fold(run), "s-lead").transcript).toMatchObject([
      { kind: "message", isFromPerson: false },
      { kind: "text" },
      { kind: "message", isFromPerson: true, text: "Only 2025" },
    ]);
  });
});

describe("a message that an agent never came to read", () => {
  const unread = () =>
    begun()
      .add({ type: "message.queued", text: "Only 2025" }, "s-lead")
      .add({ type: "message.queued", text: "In euros" }, "s-lead")
      .endTurn("s-lead", "Well,")
      .add({ type: "message.received", text: "Only 2025", from: "person" }, "s-lead");
  const note = {
    kind: "note",
    text: 'Never read: Lead was over before it came to your message "In euros"',
  };

  it("is told in its transcript when it failed", () => {
    const view = fold(unread().close("s-lead", "failed", { answer: "", error: "Out of budget" }));
    expect(session(view, "s-lead").waitingMessages).toEqual([]);
    expect(session(view, "s-lead").transcript.at(-1)).toMatchObject(note);
  });

  it("is told when the whole run was stopped", () => {
    const view = fold(unread().add({ type: "run.finished", status: "cancelled", answer: "" }));
    expect(session(view, "s-lead").transcript.at(-1)).toMatchObject(note);
  });
});

describe("what counts towards a budget", () => {
  const limited = (budget: object) => {
    const run = begun();
    const [first] = run.events;
    if (first) run.events[0] = { ...first, budget } as typeof first;
    return run;
  };

  it("is the time in which the run neither is paused nor waits for a person", () => {
    const run = begun().add({ type: "run.paused" }).wait(5_000).add({ type: "run.resumed" }).wait(250);
    run
      .add({ type: "question.asked", waitId: "w" as never, callId: "q" as never, questions: [] }, "s-lead")
      .wait(9_000)
      .add(
        { type: "question.answered", waitId: "w" as never, callId: "q" as never, answer: { answers: [] } },
        "s-lead",
      )
      .add({ type: "run.finished", status: "completed", answer: "" });
    expect(fold(run).clock).toEqual({ ms: 750, since: null });
  });

  it("shows the unit that is nearest to its end", () => {
    const run = limited({ tokens: 2_200, cost: 1, toolCalls: 4, seconds: 60 }).endTurn("s-lead", "text");
    expect(TURN_USAGE.inputTokens + TURN_USAGE.outputTokens).toBe(1_100);
    expect(tightestBudget(fold(run), 0)).toEqual({ unit: "tokens", spent: 1_100, most: 2_200 });
    for (const callId of ["a", "b", "c"])
      run.call("s-lead", callId, { name: "look", origin: { kind: "builtin", id: "b" }, input: {} });
    expect(tightestBudget(fold(run), 0)).toEqual({ unit: "toolCalls", spent: 3, most: 4 });
  });

  it("is nothing for a run without a budget", () => {
    expect(tightestBudget(fold(begun()), 0)).toBeNull();
  });
});

it("reads the same one event at a time as in one batch, pauses and messages included", () => {
  const run = begun()
    .add({ type: "message.queued", text: "One thing" }, "s-lead")
    .add({ type: "run.paused" })
    .endTurn("s-lead", "Kept.")
    .wait(50)
    .add({ type: "run.resumed" })
    .add({ type: "message.received", text: "One thing", from: "person" }, "s-lead")
    .beginTurn("s-lead");
  expect(run.events.reduce(foldRun, EMPTY_RUN_VIEW)).toEqual(fold(run));
});
