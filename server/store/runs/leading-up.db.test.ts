import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlayedHive, type PlayedHive } from "../../testing/open-played-hive.ts";
import { type PlayedTurn, playBelowLead } from "../../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../../testing/played-org.ts";
import { createCaller } from "../../trpc/root.ts";

let played: PlayedHive;

beforeAll(async () => {
  played = await openPlayedHive();
});
afterAll(() => played.close());

const note = (number: number): PlayedTurn => ({
  calls: [{ name: "set_todos", input: { items: [`Step ${number}`] } as never }],
});

/** A lead whose agent took so many turns before it answered. */
async function runOf(turns: number) {
  played.models.use(
    playBelowLead([...Array.from({ length: turns }, (_, index) => note(index)), { text: "Done." }]),
  );
  const org = await played.hive.addOrg(drawPlayedOrg(["lead > a"]));
  const run = await played.hive.run(org, "Get it done");
  await run.finished();
  const sessionOf = (agent: string) =>
    run.events.find((event) => event.type === "session.started" && event.agentName === agent)?.sessionId ??
    "";
  const api = createCaller({ services: played.hive.services });
  const leadingUp = (agent: string) => api.waits.leadingUp({ runId: run.runId, sessionId: sessionOf(agent) });
  return { run, sessionOf, leadingUp };
}

test("what led to a question is the beginning and the newest of one session, not the whole run", async () => {
  const { run, sessionOf, leadingUp } = await runOf(30);
  const { events, isCut } = await leadingUp("a");
  await using _run = run;
  expect(isCut).toBe(true);
  expect(events.length).toBeLessThan(run.events.length / 1.2);
  expect(events[0]?.type).toBe("run.started");
  const bySeq = new Map(run.events.map((event) => [event.seq, event]));
  expect(events).toEqual(events.map(({ seq }) => bySeq.get(seq)));
  const own = events.filter(({ sessionId }) => sessionId === sessionOf("a"));
  const all = run.events.filter(
    ({ sessionId, type }) => sessionId === sessionOf("a") && type !== "todos.changed",
  );
  expect(own.slice(0, 4)).toEqual(all.slice(0, 4));
  expect(own.slice(-80)).toEqual(all.slice(-80));
  // Who called it is told by the beginning of that session.
  expect(
    events.some(({ type, sessionId }) => type === "session.started" && sessionId === sessionOf("lead")),
  ).toBe(true);
});

test("of agents below it is told how they stand, and nothing is left out where little happened", async () => {
  const { run, sessionOf, leadingUp } = await runOf(3);
  await using _run = run;
  const { events, isCut } = await leadingUp("lead");
  expect(isCut).toBe(false);
  const below = events.filter(({ sessionId }) => sessionId === sessionOf("a")).map(({ type }) => type);
  expect(below).toContain("session.started");
  expect(below.at(-1)).toBe("session.finished");
  expect(below.length).toBeLessThanOrEqual(8);
});

test("where there is no such session it says so", async () => {
  const { run } = await runOf(1);
  await using _run = run;
  const api = createCaller({ services: played.hive.services });
  for (const sessionId of [run.runId, "nothing"])
    await expect(api.waits.leadingUp({ runId: run.runId, sessionId })).rejects.toThrow(
      "There is no such session.",
    );
});
