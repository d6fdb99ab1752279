import { expect, test } from "vitest";
import { createTestDocument } from "../../../../orgs/[orgId]/_canvas/model/test-document.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import { beginsAt, isOutsideRun } from "./outside-run.ts";

const started = (agentId: string, parentSessionId?: string) =>
  ({
    runId: "run",
    seq: parentSessionId === undefined ? 1 : 2,
    at: "2026-11-28T09:30:00.000Z",
    sessionId: `session-${agentId}`,
    agent: agentId,
    type: "session.started",
    agentId,
    agentName: agentId,
    depth: parentSessionId === undefined ? 0 : 1,
    task: "Your part",
    ...(parentSessionId === undefined ? {} : { parentSessionId }),
  }) as never;

test("a run that began at an agent leaves out whoever stands above it or beside it", () => {
  const document = createTestDocument("lead", "a<lead", "c<lead", "b<a");
  const outside = (view: typeof EMPTY_RUN_VIEW) =>
    document.agents.map(({ id }) => id).filter((id) => isOutsideRun(document, view, id));
  // Nothing is said before it is known where the run began.
  expect(outside(EMPTY_RUN_VIEW)).toEqual([]);
  const view = foldSignals(EMPTY_RUN_VIEW, [started("a"), started("b", "session-a")]);
  expect(outside(view)).toEqual(["lead", "c"]);
});

test("a run that began at the lead leaves out only who reports to nobody", () => {
  const document = createTestDocument("lead", "a<lead", "stray");
  const view = foldSignals(EMPTY_RUN_VIEW, [started("lead")]);
  expect(document.agents.filter(({ id }) => isOutsideRun(document, view, id)).map(({ id }) => id)).toEqual([
    "stray",
  ]);
});

test("before anybody has begun, those are left out whom a run that starts there cannot reach", () => {
  const document = createTestDocument("lead", "a<lead", "b<a", "stray");
  const outside = (begins: string | undefined) =>
    document.agents.map(({ id }) => id).filter((id) => isOutsideRun(document, { sessions: {}, begins }, id));
  expect(outside(undefined)).toEqual([]);
  expect(outside("lead")).toEqual(["stray"]);
  expect(outside("a")).toEqual(["lead", "stray"]);
  // What was believed is not kept: the first session tells.
  const view = foldSignals(EMPTY_RUN_VIEW, [started("lead")]);
  expect(isOutsideRun(document, { ...view, begins: "a" }, "lead")).toBe(false);
});

test("where a run begins is the lead, or the one agent of that name", () => {
  const document = createTestDocument("lead", "a<lead", "b<lead");
  const named = (id: string) => document.agents.find((agent) => agent.id === id)?.name ?? "";
  expect(beginsAt(document, null)).toBe("lead");
  expect(beginsAt(document, named("a"))).toBe("a");
  expect(beginsAt(document, "Nobody")).toBeUndefined();
  const twice = { ...document, agents: document.agents.map((agent) => ({ ...agent, name: "Same" })) };
  expect(beginsAt(twice, "Same")).toBeUndefined();
});
