import { expect, it } from "vitest";
import type { SessionId } from "@/server/contract/ids.ts";
import { ANALYST, LEAD } from "../testing/example-run.ts";
import { RunRecorder } from "../testing/record-run.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { foldSignals } from "./fold-run.ts";

const stateOf = (run: RunRecorder, id: string) =>
  foldSignals(EMPTY_RUN_VIEW, run.events).sessions[id as SessionId]?.state;
const queued = {
  type: "session.queued",
  reason: "Analyst works on 1 session at a time",
  position: 2,
} as const;

it("a session that finds no room under a limit is queued until it goes on", () => {
  const run = new RunRecorder()
    .start("Compare")
    .open("s-lead", LEAD)
    .wait(100)
    .beginTurn("s-lead")
    .wait(400)
    .endTurn("s-lead", "", [{ callId: "c1", name: "delegate_to", input: {} }])
    .call("s-lead", "c1", { name: "delegate_to", origin: { kind: "delegation", id: "d" }, input: {} })
    .open("s-a", ANALYST, { parent: "s-lead", callId: "c1" })
    .add({ type: "session.parked", waitingFor: "children", count: 1 }, "s-lead")
    .add({ type: "session.resumed" }, "s-lead")
    .add(queued, "s-lead");
  expect(stateOf(run, "s-lead")).toBe("queued");
  run.wait(50).add({ type: "session.resumed" }, "s-lead");
  expect(stateOf(run, "s-lead")).toBe("calling");
});

it("time in line is a stretch of the lane of its own", () => {
  const run = new RunRecorder()
    .start("Compare")
    .open("s-lead", LEAD)
    .wait(100)
    .beginTurn("s-lead")
    .wait(400)
    .add(queued, "s-lead")
    .wait(300)
    .add({ type: "session.resumed" }, "s-lead");
  const spans = foldSignals(EMPTY_RUN_VIEW, run.events).sessions["s-lead" as SessionId]?.spans ?? [];
  const last = spans.filter((span) => span.kind === "queued").at(-1);
  expect(last && last.to !== null && last.to - last.from).toBe(300);
});
