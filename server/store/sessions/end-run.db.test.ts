import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunId } from "../../contract/ids.ts";
import { NO_USAGE } from "../../contract/usage.ts";
import type { ClaimedSession } from "../../engine/ports.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { type LaneWorld, openLaneWorld } from "../../testing/lane-world.ts";
import { claimIn, turnOf } from "../../testing/session-fixture.ts";
import { endRun, isRunEnd, type RunEnd } from "./end-run.ts";
import { type SessionWrite, writeSessions } from "./write-sessions.ts";

let place: LaneWorld;
let database: LaneWorld["database"];
let lane: LaneWorld["lane"];
let world: LaneWorld["world"];
beforeAll(async () => {
  place = await openLaneWorld("openhive-test-ends");
  ({ database, lane, world } = place);
});
afterAll(() => place.close());

type Way = (write: RunEnd) => ReturnType<typeof endRun>;
const alone: Way = (write) => endRun(lane, write);
const beside: Way = async (write) => (await writeSessions(lane, [write]))[0];

/** `before` is done to the run between its claim and its end. */
interface Story {
  readonly what: string;
  readonly state: "completed" | "failed" | "cancelled";
  readonly answer: string;
  readonly error?: string;
  readonly before?: (runId: RunId, root: ClaimedSession) => Promise<unknown>;
  readonly isOver: boolean;
}

const stories: readonly Story[] = [
  { what: "completed", state: "completed", answer: 'It\'s "done"\n\\ and 漢字 \u0000 too.', isOver: true },
  { what: "without an answer", state: "completed", answer: "", isOver: true },
  {
    what: "failed",
    state: "failed",
    answer: "as far as it came",
    error: "Out of \u0000turns.",
    isOver: true,
  },
  { what: "cancelled", state: "cancelled", answer: "", error: "Stopped.", isOver: true },
  {
    what: "completed in a paused run",
    state: "completed",
    answer: "held",
    before: (runId) => world.pause(runId),
    isOver: false,
  },
  {
    what: "failed in a paused run",
    state: "failed",
    answer: "",
    error: "No.",
    before: (runId) => world.pause(runId),
    isOver: true,
  },
  {
    what: "completed while a message waits",
    state: "completed",
    answer: "held",
    before: (_runId, { sessionId }) =>
      database.query("update session set steering = 1 where id = $1", [sessionId]),
    isOver: false,
  },
];

/** Everything that is left of a run, without what differs from run to run. */
async function leftOf(runId: RunId): Promise<unknown> {
  const rows = async (text: string) => (await database.query(text, [runId])).rows;
  return {
    run: await rows(`select org_name, status, seq, answer, error, is_scripted, tokens, cost, tool_calls, moving,
      clock_since is null as stands, finished_at is null as goes from run where id = $1`),
    sessions:
      await rows(`select status, fence, position, waits, owner, turns, tool_calls, work_ms, steering, input_tokens, output_tokens, cost,
      answer, error, finished_at is null as goes from session where run_id = $1`),
    events: await rows(
      `select seq, position, type, session_id is null as "ofRun", payload from event where run_id = $1 order by seq`,
    ),
    history: await rows("select agent_name, task, answer from history_entry where run_id = $1"),
  };
}

async function play({ state, answer, error, before }: Story, way: Way) {
  const { runId, sessionId } = await world.start(drawOrg(["lead"]), "the task");
  const root = await claimIn(world, sessionId);
  await before?.(runId, root);
  const reason = error === undefined ? {} : { error };
  const finished = { type: "session.finished", outcome: state, answer, usage: NO_USAGE, ...reason } as const;
  const events = [turnOf("one"), turnOf("two", 2)];
  const write: SessionWrite = { session: root, events, leave: { state, answer, error, finished } };
  if (!isRunEnd(write)) throw new Error("It is the end of a run.");
  const written = await way(write);
  const told = written?.events.map(({ at: _at, runId: _runId, sessionId: _sessionId, ...event }) => event);
  return { left: await leftOf(runId), told, state: written?.state, news: written?.news.isPaused, write };
}

test.each(stories)("a run that is $what is left as it would be by the statement for many", async (story) => {
  const [one, other] = [await play(story, alone), await play(story, beside)];
  expect({ ...one, write: undefined }).toEqual({ ...other, write: undefined });
  expect(one.state).toBe(story.isOver ? story.state : "running");
  expect(one.told?.map(({ type }) => type)).toEqual([
    ...["turn.finished", "turn.finished"],
    ...(story.isOver ? ["session.finished", "run.finished"] : []),
  ]);
  expect(JSON.stringify(one.left)).not.toContain("\\u0000");
});

test("a claim that was lost ends nothing", async () => {
  const { write } = await play({ what: "", state: "completed", answer: "first", isOver: true }, alone);
  expect(await endRun(lane, write)).toBeUndefined();
  const { runId, sessionId } = await world.start(drawOrg(["lead"]), "the task");
  const root = await claimIn(world, sessionId);
  const before = await leftOf(runId);
  const old = { ...write, session: { sessionId, fence: root.fence - 1 } };
  expect(await endRun(lane, old)).toBeUndefined();
  expect(await leftOf(runId)).toEqual(before);
});
