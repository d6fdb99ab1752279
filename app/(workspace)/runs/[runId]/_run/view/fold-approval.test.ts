import { expect, it } from "vitest";
import { ALLOW_ONCE, ALWAYS_LABELS, DENY } from "@/server/contract/approval.ts";
import type { CallId, SessionId, WaitId } from "@/server/contract/ids.ts";
import type { RunEventBody } from "@/server/contract/run-event.ts";
import { okText, type SettledResult, toolError } from "@/server/contract/tool-result.ts";
import { LEAD } from "../testing/example-run.ts";
import { RunRecorder } from "../testing/record-run.ts";
import { workStretches } from "../timeline/next-work.ts";
import { callOf } from "./call-book.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { foldSignals } from "./fold-run.ts";

const COMMAND = { name: "run_command", origin: { kind: "builtin", id: "core" } } as const;
const call = { callId: "c1", name: COMMAND.name, input: { command: "ls" } };

const asked: RunEventBody = {
  type: "question.asked",
  waitId: "w1" as WaitId,
  callId: "c1" as CallId,
  questions: [],
  approval: {
    tool: COMMAND.name,
    origin: COMMAND.origin,
    input: call.input,
    digest: "0".repeat(64),
    summary: "ls",
    reason: "Commands are asked about",
    identities: [],
    canRemember: true,
    chain: ["Lead"],
    expiresAt: "2026-03-02T10:00:00.000Z",
  },
};

/** A turn of a second, a wait for a person of a minute, and a call of four seconds. */
function answeredBy(selected: string, result: SettledResult) {
  const given = { answers: [{ selected: [selected], text: "", isSkipped: false }] };
  const run = new RunRecorder()
    .start("Look")
    .open("s-lead", LEAD)
    .beginTurn("s-lead")
    .wait(1_000)
    .endTurn("s-lead", "", [call])
    .call("s-lead", "c1", { ...COMMAND, input: call.input })
    .add(asked, "s-lead")
    .add({ type: "session.parked", waitingFor: "person", count: 1 }, "s-lead")
    .wait(60_000)
    .add(
      { type: "question.answered", waitId: "w1" as WaitId, callId: "c1" as CallId, answer: given },
      "s-lead",
    )
    .add({ type: "session.resumed" }, "s-lead")
    .wait(4_000)
    .add({ type: "tool_result", callId: "c1" as CallId, ...COMMAND, result, durationMs: 4_000 }, "s-lead");
  const view = foldSignals(EMPTY_RUN_VIEW, run.events);
  const session = view.sessions["s-lead" as SessionId];
  if (!session) throw new Error("no session");
  const begin = Date.parse(run.events[0]?.at ?? "");
  return {
    lane: session.spans
      .filter(({ kind }) => kind !== "waiting" && kind !== "queued")
      .map(({ kind, from, to }) => [kind, from - begin, (to ?? Number.NaN) - begin]),
    work: workStretches(view).map(({ from, to }) => [from - begin, to - begin]),
    took: callOf(session, "c1" as CallId)?.durationMs,
  };
}

it.each([ALLOW_ONCE, ...Object.values(ALWAYS_LABELS)])(
  "a call that a person allowed (%s) is at work from then on, and took no longer than that",
  (choice) => {
    const { lane, work, took } = answeredBy(choice, okText("Done."));
    expect(lane).toEqual([
      ["model", 0, 1_000],
      ["tool", 1_000, 1_000],
      ["person", 1_000, 61_000],
      ["tool", 61_000, 65_000],
    ]);
    expect(work).toEqual([
      [0, 1_000],
      [61_000, 65_000],
    ]);
    expect(took).toBe(4_000);
  },
);

it("a call that fails after it was allowed is marked where it failed", () => {
  expect(answeredBy(ALLOW_ONCE, toolError("timed_out", "Too late.")).lane.at(-1)).toEqual([
    "failed",
    61_000,
    65_000,
  ]);
});

it("a call that a person refused does nothing", () => {
  const { lane, work } = answeredBy(DENY, toolError("denied", "Not now."));
  expect(lane.at(-1)).toEqual(["person", 1_000, 61_000]);
  expect(work).toEqual([[0, 1_000]]);
});
