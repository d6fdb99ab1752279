import { describe, expect, test } from "vitest";
import type { CallId, RunId, SessionId } from "../contract/ids.ts";
import { NO_USAGE } from "../contract/usage.ts";
import { FenceLostError } from "../engine/ports.ts";
import { drawOrg } from "./draw-org.ts";
import { calling } from "./scripted-model.ts";
import { claimIn, contextOf, openChildrenIn, turnOf } from "./session-fixture.ts";
import type { SessionWorld } from "./session-world.ts";

const org = drawOrg(["lead > a", "lead > b", "a > deep"]);
const done = { outcome: "completed", answer: "done", usage: NO_USAGE } as const;
const answer = { answers: [{ selected: [], text: "yes", isSkipped: false }] };
const question = [{ question: "Sure?", header: "", multiSelect: false, options: [] }];
/** Often enough that both orders of a race come up. */
const RACES = 12;

/** What every store promises about runs that people pause, write to, stop in part and limit. */
export function runControlSuite(name: string, getWorld: () => SessionWorld): void {
  describe(name, () => {
    const world = () => getWorld();
    const store = () => getWorld().sessions;
    const begin = async () => {
      const { runId, sessionId } = await world().start(org, "the task");
      return { runId, root: await claimIn(world(), sessionId) };
    };
    const beginWithChild = async (agentId: string) => {
      const { runId, root } = await begin();
      const [id] = await openChildrenIn(world(), root, [agentId]);
      return { runId, root, child: await claimIn(world(), id as SessionId) };
    };
    const typesOf = async (runId: RunId) => (await world().events(runId)).map((event) => event.type);

    test("a paused run lets nobody claim, and resuming hands out what is ready", async () => {
      const { runId, sessionId } = await world().start(org, "the task");
      await world().pause(runId);
      expect(await store().claim(sessionId, 1)).toBeUndefined();
      expect(await world().resume(runId)).toEqual([sessionId]);
      expect((await claimIn(world(), sessionId)).news.isPaused).toBe(false);
      expect((await typesOf(runId)).slice(-2)).toEqual(["run.paused", "run.resumed"]);
    });

    test("a session at work learns of the pause from its next write, loses nothing and gives itself back", async () => {
      const { runId, root } = await begin();
      await world().pause(runId);
      const news = await store().append(root, [turnOf("still counts")]);
      expect(news.isPaused).toBe(true);
      expect(await store().giveBack(root)).toBe(false);
      await expect(store().append(root, [turnOf("too late", 2)])).rejects.toThrow(FenceLostError);
      expect(await world().resume(runId)).toEqual([root.sessionId]);
      const next = await claimIn(world(), root.sessionId);
      expect(next.messages.at(-1)).toMatchObject({ text: "still counts" });
      expect([next.turns, next.isResumed]).toEqual([1, true]);
    });

    test("a session that gives itself back while the run is resumed is woken by one of the two", async () => {
      for (let race = 0; race < RACES; race += 1) {
        const { runId, root } = await begin();
        await world().pause(runId);
        const [isRunning, woken] = await Promise.all([store().giveBack(root), world().resume(runId)]);
        expect(isRunning || woken.includes(root.sessionId)).toBe(true);
      }
    });

    test("pausing twice is one pause, and resuming what runs is nothing", async () => {
      const { runId } = await begin();
      expect(await world().resume(runId)).toEqual([]);
      await world().pause(runId);
      await world().pause(runId);
      expect((await typesOf(runId)).filter((type) => type.startsWith("run."))).toEqual([
        "run.started",
        "run.paused",
      ]);
    });

    test("resuming again hands out what is still ready, without another event", async () => {
      const { runId, sessionId } = await world().start(org, "the task");
      await world().pause(runId);
      await world().resume(runId);
      expect(await world().resume(runId)).toEqual([sessionId]);
      expect((await typesOf(runId)).filter((type) => type === "run.resumed")).toHaveLength(1);
    });

    test("a paused run can be stopped", async () => {
      const { runId, root } = await begin();
      await world().pause(runId);
      await world().cancel(runId);
      await expect(store().giveBack(root)).rejects.toThrow(FenceLostError);
      expect((await typesOf(runId)).at(-1)).toBe("run.finished");
      expect(await world().resume(runId)).toEqual([]);
    });

    test("an answer that comes while the run is paused is kept for when it goes on", async () => {
      const { runId, root } = await begin();
      const waitId = await world().questions.ask(contextOf(root, "ask"), question);
      await store().park(root, [], { waitingFor: "person", count: 1 });
      await world().pause(runId);
      expect(await world().questions.answer(waitId, answer)).toMatchObject({ wake: root.sessionId });
      expect(await store().claim(root.sessionId, 1)).toBeUndefined();
      expect(await world().resume(runId)).toEqual([root.sessionId]);
      expect(await world().questions.find(root.sessionId, "ask" as CallId)).toMatchObject({ answer });
    });

    test("messages wait until the session takes them, each once, oldest first, and are in its transcript then", async () => {
      const { runId, root } = await begin();
      expect(await world().steer(runId, root.sessionId, "first")).toBe("sent");
      expect(await world().steer(runId, root.sessionId, "second")).toBe("sent");
      expect((await store().append(root, [turnOf("on my way")])).waitingMessages).toBe(2);
      expect(await store().takeMessages(root)).toEqual(["first", "second"]);
      expect(await store().takeMessages(root)).toEqual([]);
      expect((await store().append(root, [turnOf("read", 2)])).waitingMessages).toBe(0);
      const people = (await world().events(runId)).filter((event) => event.type === "message.received");
      expect(people.map((event) => [event.text, event.from])).toEqual([
        ["the task", undefined],
        ["first", "person"],
        ["second", "person"],
      ]);
      await world().pause(runId);
      await store().giveBack(root);
      await world().resume(runId);
      const { messages } = await claimIn(world(), root.sessionId);
      expect(messages.map((message) => ("text" in message ? message.text : ""))).toEqual([
        "the task",
        "on my way",
        "first",
        "second",
        "read",
      ]);
    });

    test("messages that are sent while others are taken arrive exactly once", async () => {
      const { runId, root } = await begin();
      const texts = Array.from({ length: 24 }, (_, index) => `message ${index}`);
      const sending = Promise.all(texts.map((text) => world().steer(runId, root.sessionId, text)));
      const taken: string[] = [];
      for (let take = 0; take < 6; take += 1) taken.push(...(await store().takeMessages(root)));
      expect(new Set(await sending)).toEqual(new Set(["sent"]));
      taken.push(...(await store().takeMessages(root)));
      expect(taken.toSorted()).toEqual(texts.toSorted());
      expect((await store().append(root, [turnOf("all read")])).waitingMessages).toBe(0);
    });

    test("a session does not complete over a message, but fails all the same", async () => {
      const first = await begin();
      await world().steer(first.runId, first.root.sessionId, "one more thing");
      expect(await store().finish(first.root, [], done)).toMatchObject({ stays: expect.anything() });
      expect(await store().takeMessages(first.root)).toEqual(["one more thing"]);
      expect((await store().finish(first.root, [], done)).stays).toBeUndefined();
      const second = await begin();
      await world().steer(second.runId, second.root.sessionId, "one more thing");
      await store().finish(second.root, [], { ...done, outcome: "failed", error: "no luck" });
      expect((await typesOf(second.runId)).at(-1)).toBe("run.finished");
    });

    test("a message that meets the end is either read or refused", async () => {
      for (let race = 0; race < RACES; race += 1) {
        const { runId, root } = await begin();
        const [end, sent] = await Promise.all([
          store().finish(root, [], done),
          world().steer(runId, root.sessionId, "wait!"),
        ]);
        expect(sent).toBe(end.stays ? "sent" : "over");
      }
    });

    test("nobody writes to a session that is over, to one of another run, or without end", async () => {
      const { runId, root } = await begin();
      const other = await begin();
      expect(await world().steer(other.runId, root.sessionId, "hello")).toBe("unknown");
      for (let count = 0; count < 50; count += 1) await world().steer(runId, root.sessionId, "again");
      expect(await world().steer(runId, root.sessionId, "again")).toBe("full");
      await world().cancel(runId);
      expect(await world().steer(runId, root.sessionId, "hello")).toBe("over");
    });

    test("stopping one branch ends it with everything below, and its parent goes on", async () => {
      const { runId, root } = await begin();
      const [a, b] = await openChildrenIn(world(), root, ["a", "b"]);
      const first = await claimIn(world(), a as SessionId);
      const sibling = await claimIn(world(), b as SessionId);
      const [deep] = await openChildrenIn(world(), first, ["deep"]);
      const below = await claimIn(world(), deep as SessionId);
      await store().park(first, [], { waitingFor: "children", count: 1 });
      await store().park(root, [], { waitingFor: "children", count: 2 });
      expect(await world().cancelBranch(runId, first.sessionId)).toEqual([]);
      await expect(store().append(below, [turnOf("too late")])).rejects.toThrow(FenceLostError);
      expect(await store().finish(sibling, [], done)).toEqual({ wake: root.sessionId });
      const outcomes = await world().delegation.childrenOf(root.sessionId, "call" as CallId);
      expect(outcomes.map((child) => child.outcome)).toEqual(["cancelled", "completed"]);
      const types = await typesOf(runId);
      expect(types.filter((type) => type === "session.finished")).toHaveLength(3);
      expect(types).not.toContain("run.finished");
      expect((await claimIn(world(), root.sessionId)).isResumed).toBe(true);
    });

    test("the branch that a parent waits for last wakes it, once", async () => {
      const { runId, root, child } = await beginWithChild("a");
      await store().park(root, [], { waitingFor: "children", count: 1 });
      expect(await world().cancelBranch(runId, child.sessionId)).toEqual([root.sessionId]);
      expect(await world().cancelBranch(runId, child.sessionId)).toEqual([]);
      await claimIn(world(), root.sessionId);
    });

    test("a branch that is stopped before its parent sleeps lets the parent go on at once", async () => {
      const { runId, root, child } = await beginWithChild("a");
      expect(await world().cancelBranch(runId, child.sessionId)).toEqual([]);
      expect(await store().park(root, [], { waitingFor: "children", count: 1 })).toBe("ready");
    });

    test("a question of a stopped branch closes, and a session of another run is left alone", async () => {
      const { runId, root, child } = await beginWithChild("a");
      const waitId = await world().questions.ask(contextOf(child, "ask"), question);
      await store().park(child, [], { waitingFor: "person", count: 1 });
      await store().park(root, [], { waitingFor: "children", count: 1 });
      const other = await begin();
      expect(await world().cancelBranch(other.runId, child.sessionId)).toEqual([]);
      expect(await world().cancelBranch(runId, child.sessionId)).toEqual([root.sessionId]);
      expect(await world().questions.answer(waitId, answer)).toBeUndefined();
    });

    test("a child that ends while its branch is stopped is counted once", async () => {
      for (let race = 0; race < RACES; race += 1) {
        const { runId, root, child } = await beginWithChild("a");
        await store().park(root, [], { waitingFor: "children", count: 1 });
        const [end, woken] = await Promise.all([
          store().finish(child, [], done).catch(refused),
          world().cancelBranch(runId, child.sessionId),
        ]);
        expect([end.wake, ...woken].filter(Boolean)).toEqual([root.sessionId]);
      }
    });

    test("an answer that comes while its branch or its run is stopped is taken or refused, and blocks nobody", async () => {
      for (let race = 0; race < 2 * RACES; race += 1) {
        const { runId, root, child } = await beginWithChild("a");
        const waitId = await world().questions.ask(contextOf(child, "ask"), question);
        await store().park(child, [], { waitingFor: "person", count: 1 });
        await store().park(root, [], { waitingFor: "children", count: 1 });
        const stop = () =>
          race % 2 === 0 ? world().cancelBranch(runId, child.sessionId) : world().cancel(runId);
        await Promise.all([world().questions.answer(waitId, answer), stop()]);
        expect(await store().claim(child.sessionId, 1)).toBeUndefined();
        expect(await world().questions.answer(waitId, answer)).toBeUndefined();
      }
    });

    test("children that open while their branch is stopped end with it", async () => {
      for (let race = 0; race < RACES; race += 1) {
        const { runId, root, child } = await beginWithChild("a");
        await store().park(root, [], { waitingFor: "children", count: 1 });
        await Promise.all([
          openChildrenIn(world(), child, ["deep", "deep"]).catch(refused),
          world().cancelBranch(runId, child.sessionId),
        ]);
        const events = await world().events(runId);
        const count = (type: string) => events.filter((event) => event.type === type).length;
        expect(count("session.started") - count("session.finished")).toBe(1);
      }
    });

    test("every write tells what the run used, and what each agent used can be asked for", async () => {
      const { runId, root, child } = await beginWithChild("a");
      await store().append(root, [turnOf("one")]);
      const message = calling(["look", {}]);
      const callId = message.calls[0]?.callId as CallId;
      const { spent } = await store().append(child, [
        { ...turnOf(""), message } as ReturnType<typeof turnOf>,
        { type: "tool_call", callId, name: "look", origin: { kind: "builtin", id: "x" }, input: {} },
      ]);
      expect(spent).toMatchObject({ tokens: 20, cost: 0, toolCalls: 1 });
      expect(Object.fromEntries(await store().spentByAgent(runId))).toEqual({
        lead: { tokens: 10, cost: 0, toolCalls: 0, seconds: 0.001 },
        a: { tokens: 10, cost: 0, toolCalls: 1, seconds: 0.001 },
      });
    });

    test("a budget is warned of once, whoever notices", async () => {
      const { runId, root, child } = await beginWithChild("a");
      const event = {
        type: "budget.warned",
        scope: "run",
        name: "",
        unit: "tokens",
        spent: 8,
        limit: 10,
      } as const;
      await Promise.all([root, child, root].map((session) => store().warn(session, "run:tokens", event)));
      expect((await typesOf(runId)).filter((type) => type === "budget.warned")).toHaveLength(1);
      await store().park(root, [], { waitingFor: "children", count: 1 });
      await store().finish(child, [], done);
      expect((await claimIn(world(), root.sessionId)).warned).toEqual(["run:tokens"]);
    });

    test("the clock of a run stands still while all of it waits for a person, and while it is paused", async () => {
      const isGoing = (runId: RunId) => world().isClockGoing(runId);
      const { runId, root, child } = await beginWithChild("a");
      await store().park(root, [], { waitingFor: "children", count: 1 });
      expect(await isGoing(runId)).toBe(true);
      const waitId = await world().questions.ask(contextOf(child, "ask"), question);
      expect(await isGoing(runId)).toBe(true);
      await store().park(child, [], { waitingFor: "person", count: 1 });
      expect(await isGoing(runId)).toBe(false);
      await world().questions.answer(waitId, answer);
      expect(await isGoing(runId)).toBe(true);
      await world().pause(runId);
      expect(await isGoing(runId)).toBe(false);
      await world().resume(runId);
      expect(await isGoing(runId)).toBe(true);
      await store().finish(await claimIn(world(), child.sessionId), [], done);
      expect(await isGoing(runId)).toBe(true);
      await store().finish(await claimIn(world(), root.sessionId), [], done);
      expect(await isGoing(runId)).toBe(false);
    });

    test("the clock of a run that is resumed while all of it waits for a person stands still", async () => {
      const { runId, root } = await begin();
      const waitId = await world().questions.ask(contextOf(root, "ask"), question);
      await store().park(root, [], { waitingFor: "person", count: 1 });
      await world().pause(runId);
      await world().resume(runId);
      expect(await world().isClockGoing(runId)).toBe(false);
      await world().questions.answer(waitId, answer);
      expect(await world().isClockGoing(runId)).toBe(true);
    });

    test("stopping a branch that waits for a person lets the clock go on with the parent", async () => {
      const { runId, root, child } = await beginWithChild("a");
      await world().questions.ask(contextOf(child, "ask"), question);
      await store().park(child, [], { waitingFor: "person", count: 1 });
      await store().park(root, [], { waitingFor: "children", count: 1 });
      expect(await world().isClockGoing(runId)).toBe(false);
      await world().cancelBranch(runId, child.sessionId);
      expect(await world().isClockGoing(runId)).toBe(true);
    });
  });
}

/** A write that came too late in a race; anything else fails the test. */
function refused(error: unknown): Awaited<ReturnType<SessionWorld["sessions"]["finish"]>> {
  if (error instanceof FenceLostError) return { wake: undefined };
  throw error;
}
