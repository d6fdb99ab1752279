import { describe, expect, it, test } from "vitest";
import type { CallId, WaitId } from "@/server/contract/ids.ts";
import type { SessionOutcome } from "@/server/contract/run-event.ts";
import { ANALYST, LEAD, SCOUT } from "../testing/example-run.ts";
import { RunRecorder } from "../testing/record-run.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { foldSignals } from "./fold-run.ts";
import { openQuestions } from "./open-questions.ts";
import { statusLook } from "./run-status.ts";

const asked = (run: RunRecorder, sessionId: string) =>
  run
    .add(
      {
        type: "question.asked",
        waitId: `w-${sessionId}` as WaitId,
        callId: `q-${sessionId}` as CallId,
        questions: [],
      },
      sessionId,
    )
    .add({ type: "session.parked", waitingFor: "person", count: 1 }, sessionId);

/** A lead at work over two agents who both ask. */
const bothAsk = (): RunRecorder => {
  const run = new RunRecorder().start("Compare").open("s-lead", LEAD).beginTurn("s-lead");
  run.open("s-a", ANALYST, { parent: "s-lead", callId: "c1" });
  run.open("s-b", SCOUT, { parent: "s-lead", callId: "c2" });
  return asked(asked(run, "s-a"), "s-b");
};

const seen = (run: RunRecorder) => {
  const view = foldSignals(EMPTY_RUN_VIEW, run.events);
  return { open: openQuestions(view).map(({ waitId }) => waitId), state: statusLook(view).state };
};

const OUTCOMES: readonly SessionOutcome[] = ["completed", "failed", "cancelled"];

describe.each(OUTCOMES)("a session that is %s", (outcome) => {
  it("takes its question with it, and those of others stay", () => {
    const run = bothAsk().close("s-a", outcome, {});
    expect(seen(run)).toEqual({ open: ["w-s-b"], state: "waiting-person" });
  });

  it("leaves a run that goes on without anything to answer, and the run says so", () => {
    const run = bothAsk().close("s-a", outcome, {}).close("s-b", outcome, {});
    expect(seen(run)).toEqual({ open: [], state: "thinking" });
  });
});

test("a question is open until it is answered", () => {
  const run = bothAsk();
  expect(seen(run)).toEqual({ open: ["w-s-a", "w-s-b"], state: "waiting-person" });
  const [waitId, callId] = ["w-s-a" as WaitId, "q-s-a" as CallId];
  run.add({ type: "question.answered", waitId, callId, answer: { answers: [] } }, "s-a");
  expect(seen(run).open).toEqual(["w-s-b"]);
});

test("a run that is over leaves nothing to answer", () => {
  const run = bothAsk().add({ type: "run.finished", status: "cancelled", answer: "" });
  expect(seen(run)).toEqual({ open: [], state: "stopped" });
});
