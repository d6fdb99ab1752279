import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionId } from "../../contract/ids.ts";
import type { RunEventBody } from "../../contract/run-event.ts";
import { NO_USAGE } from "../../contract/usage.ts";
import type { ClaimedSession } from "../../engine/ports.ts";
import { drawOrg } from "../../testing/draw-org.ts";
import { type LaneWorld, openLaneWorld } from "../../testing/lane-world.ts";
import { childrenOf, claimIn, openChildrenIn, turnOf } from "../../testing/session-fixture.ts";
import { inTransaction } from "../database.ts";
import { createLane, type Lane, laneOver } from "../lane.ts";
import { appendEvents } from "./append-events.ts";
import { toBornSessions } from "./born-sessions.ts";
import { createSessionWriter } from "./session-writer.ts";
import { writeSessions } from "./write-sessions.ts";

let place: LaneWorld;
let database: LaneWorld["database"];
let lane: LaneWorld["lane"];
let world: LaneWorld["world"];
beforeAll(async () => {
  place = await openLaneWorld("openhive-test-writer");
  ({ database, lane, world } = place);
});
afterAll(() => place.close());

const org = drawOrg(["lead > a", "lead > b", "lead > c"]);
const note = (text: string): RunEventBody => ({ type: "message.received", text });
const begin = async () => {
  const { runId, sessionId } = await world.start(org, "the task");
  return { runId, root: await claimIn(world, sessionId) };
};
const beginWithChildren = async () => {
  const { runId, root } = await begin();
  const ids = await openChildrenIn(world, root, ["a", "b", "c"]);
  const children = await Promise.all(ids.map((id) => claimIn(world, id as SessionId)));
  return { runId, sessions: [root, ...children] };
};
const createWriter = (to: Lane) =>
  createSessionWriter({
    appendOne: (append) => appendEvents(to, append),
    writeMany: (writes) => writeSessions(to, writes),
  });
const textsOf = (answer: Awaited<ReturnType<typeof writeSessions>>[number]) =>
  answer?.events.map((event) => (event.type === "message.received" ? event.text : event.type));

test("one commit for sessions of several runs: gapless in each, in the order of the batch", async () => {
  // One after the other: a world tells one listener at a time which sessions it opened.
  const first = await beginWithChildren();
  const second = await beginWithChildren();
  const sessions = [...first.sessions, ...second.sessions].toSorted((left, right) =>
    left.sessionId < right.sessionId ? 1 : -1,
  );
  const answers = await writeSessions(
    lane,
    sessions.map((session, index) => ({ session, events: [note(`${index} one`), note(`${index} two`)] })),
  );
  expect(answers.map(textsOf)).toEqual(sessions.map((_, index) => [`${index} one`, `${index} two`]));
  for (const { runId } of [first, second]) {
    const events = await world.events(runId);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    const said = events.flatMap((event) => (event.type === "message.received" ? [event.text] : []));
    const numbers = said.filter((text) => /^\d/.test(text)).map((text) => Number.parseInt(text, 10));
    expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
    expect(numbers).toHaveLength(8);
  }
});

test("a plan that was made while there were few sessions does not read all of them", async () => {
  const { sessions } = await beginWithChildren();
  const scans = await inTransaction(database, async (transaction) => {
    await transaction.query("set local plan_cache_mode = force_generic_plan");
    const writes = sessions.map((session) => ({ session, events: [note("one")] }));
    await writeSessions(laneOver(transaction), writes);
    const { rows } = await transaction.query<{ scans: string }>(
      "select seq_scan as scans from pg_stat_xact_user_tables where relname = 'session'",
    );
    return Number(rows[0]?.scans);
  });
  expect(scans).toBe(0);
});

test("totals, positions and news come out as if each had been written alone", async () => {
  const { runId, sessions } = await beginWithChildren();
  const events: readonly RunEventBody[] = [
    turnOf("one"),
    {
      type: "tool_call",
      callId: "c" as never,
      name: "look",
      origin: { kind: "builtin", id: "x" },
      input: {},
    },
  ];
  const answers = await writeSessions(
    lane,
    sessions.map((session) => ({ session, events })),
  );
  expect(answers.map((answer) => answer?.news.spent)).toEqual(
    answers.map(() => expect.objectContaining({ tokens: 40, toolCalls: 4 })),
  );
  const again = await appendEvents(lane, {
    session: sessions[0] as ClaimedSession,
    events: [note("next")],
  });
  expect(again.news.spent).toMatchObject({ tokens: 40, toolCalls: 4 });
  await world.pause(runId);
  const [paused] = await writeSessions(lane, [
    { session: sessions[1] as ClaimedSession, events: [note("x")] },
  ]);
  expect(paused?.news.isPaused).toBe(true);
});

test("sessions that give work away share a commit with others, each gapless, and what they open is a worker's at once", async () => {
  const [one, two] = [await begin(), await begin()];
  const opens = (root: ClaimedSession, agents: readonly string[], worker?: number) => ({
    session: root,
    events: [note("work")],
    opening: { born: toBornSessions(root, childrenOf("call", agents)), worker },
    leave: { state: "parked", waitingFor: "children", count: 1 } as const,
  });
  const alone = (await begin()).root;
  const answers = await writeSessions(lane, [
    opens(one.root, ["a", "b"], 7),
    { session: alone, events: [note("alone")] },
    opens(two.root, ["c"]),
  ]);
  expect(answers.map((answer) => answer?.state)).toEqual(["parked", "running", "parked"]);
  for (const [index, { runId }] of [one, two].entries()) {
    const stored = await world.events(runId);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, place) => place + 1));
    expect(stored.slice(3)).toEqual(answers[index === 0 ? 0 : 2]?.events);
  }
  const { rows } = await database.query(
    "select agent_name, status, fence, owner, depth, task, call_id, call_index from session where parent_id = any($1) order by agent_name",
    [[one.root.sessionId, two.root.sessionId]],
  );
  const born = { depth: 1, call_id: "call" };
  expect(rows).toEqual([
    { ...born, agent_name: "a", status: "running", fence: 1, owner: 7, task: "task of a", call_index: 0 },
    { ...born, agent_name: "b", status: "running", fence: 1, owner: 7, task: "task of b", call_index: 1 },
    { ...born, agent_name: "c", status: "ready", fence: 0, owner: null, task: "task of c", call_index: 0 },
  ]);
});

test("sessions that are lost are left out, and cost the others nothing", async () => {
  const [kept, lost] = await Promise.all([begin(), begin()]);
  await world.cancel(lost.runId);
  const answers = await writeSessions(lane, [
    { session: lost.root, events: [note("too late")] },
    { session: { ...kept.root, fence: kept.root.fence + 7 }, events: [note("someone else's")] },
    { session: (await begin()).root, events: [note("in time")] },
  ]);
  expect(answers.map(textsOf)).toEqual([undefined, undefined, ["in time"]]);
  expect((await world.events(kept.runId)).at(-1)?.type).toBe("message.received");
  expect((await world.events(lost.runId)).at(-1)?.type).toBe("run.finished");
});

test("two workers that write for the same runs, while children end and runs are stopped, never wait in a circle", async () => {
  const runs = await Promise.all(Array.from({ length: 6 }, beginWithChildren));
  const writers = [0, 1].map(() => createWriter(createLane(database)));
  const write = async (session: ClaimedSession, number: number): Promise<void> => {
    for (let count = 0; count < 15; count += 1) {
      await writers[number % 2]?.write({ session, events: [note(`${count}`)] });
    }
    if (session.scope.depth > 0) {
      await world.sessions.finish(session, [], { outcome: "completed", answer: "", usage: NO_USAGE });
    }
  };
  const writing = runs.flatMap(({ sessions }, run) =>
    sessions.map((session, index) => write(session, run + index)),
  );
  const stopping = world.cancel(runs[0]?.runId as never);
  const ends = await Promise.allSettled([...writing, stopping]);
  const problems = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason.name)] : []));
  expect(problems.filter((name) => name !== "FenceLostError")).toEqual([]);
  for (const { runId } of runs) {
    const seqs = (await world.events(runId)).map((event) => event.seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  }
});
