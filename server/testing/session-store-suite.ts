import { describe, expect, test } from "vitest";
import type { CallId, RunId, SessionId, WaitId } from "../contract/ids.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { NO_USAGE } from "../contract/usage.ts";
import { type ClaimedSession, FenceLostError } from "../engine/ports.ts";
import { drawOrg } from "./draw-org.ts";
import { calling } from "./scripted-model.ts";
import { childrenOf, claimIn, contextOf, openChildrenIn, turnOf } from "./session-fixture.ts";
import type { SessionWorld } from "./session-world.ts";

const org = drawOrg(["lead > a", "lead > b"]);
const done = { outcome: "completed", answer: "done", usage: NO_USAGE } as const;
const answer = { answers: [{ selected: [], text: "yes", isSkipped: false }] };

/** What every store of sessions promises, whatever it is made of. */
export function sessionStoreSuite(name: string, getWorld: () => SessionWorld): void {
  describe(name, () => {
    const world = () => getWorld();
    const claim = (sessionId: SessionId) => claimIn(world(), sessionId);
    const begin = async () => {
      const { runId, sessionId } = await world().start(org, "the task");
      return { runId, root: await claim(sessionId) };
    };
    const openedChildren = (root: ClaimedSession, agents: readonly string[]) =>
      openChildrenIn(world(), root, agents);
    const typesOf = async (runId: RunId) => (await world().events(runId)).map((event) => event.type);

    test("a session is claimed by one worker at a time", async () => {
      const { sessionId } = await world().start(org, "the task");
      const claims = await Promise.all([1, 2, 3].map((worker) => world().sessions.claim(sessionId, worker)));
      expect(claims.filter(Boolean)).toHaveLength(1);
    });

    test("a new session has its task as first message and its agent's drawing around it", async () => {
      const { root } = await begin();
      expect(root.messages).toEqual([{ role: "user", text: "the task" }]);
      expect(root.scope.agent.name).toBe("lead");
      expect(root.scope.children.map((agent) => agent.name)).toEqual(["a", "b"]);
      expect(root.isResumed).toBe(false);
    });

    test("events are gapless from 1 and the transcript is what they carry", async () => {
      const { runId, root } = await begin();
      await world().sessions.append(root, [{ type: "session.resumed" }, turnOf("one")]);
      await world().sessions.append(root, [turnOf("two", 2)]);
      const events = await world().events(runId);
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.slice(-3).map((event) => [event.type, event.agent])).toEqual([
        ["session.resumed", "lead"],
        ["turn.finished", "lead"],
        ["turn.finished", "lead"],
      ]);
    });

    test("before a session fails all below it is stopped, and what it asked people is taken back", async () => {
      const { runId, root } = await begin();
      const [first, second] = await openedChildren(root, ["a", "b"]);
      const child = await claim(first as SessionId);
      const waitId = await world().questions.ask(contextOf(root, "asked"), []);
      await world().sessions.stopBelow(root);
      await expect(world().sessions.append(child, [turnOf("too late")])).rejects.toThrow(FenceLostError);
      expect(await world().sessions.claim(second as SessionId, 1)).toBeUndefined();
      await world().sessions.finish(root, [], {
        outcome: "failed",
        answer: "",
        error: "It broke.",
        usage: NO_USAGE,
      });
      expect(await world().questions.answer(waitId, answer)).toBeUndefined();
      const events = await world().events(runId);
      expect(events.at(-1)).toMatchObject({ type: "run.finished", status: "failed", error: "It broke." });
      expect(
        events
          .filter(({ type }) => type === "session.finished")
          .map((event) => "error" in event && event.error),
      ).toEqual([
        "Stopped because the agent above it failed.",
        "Stopped because the agent above it failed.",
        "It broke.",
      ]);
      expect(await world().isClockGoing(runId)).toBe(false);
    });

    test("a session whose worker died before it had failed waits for nothing, and asks again", async () => {
      const { root } = await begin();
      await openedChildren(root, ["a"]);
      await world().questions.ask(contextOf(root, "asked"), []);
      await world().sessions.stopBelow(root);
      await world().sessions.giveBack(root);
      const again = await claim(root.sessionId);
      expect(await world().questions.find(root.sessionId, "asked" as CallId)).toBeUndefined();
      const waitId = await world().questions.ask(contextOf(again, "asked"), []);
      expect(await world().sessions.park(again, [], { waitingFor: "person", count: 1 })).toBe("parked");
      expect(await world().questions.answer(waitId, answer)).toMatchObject({ wake: root.sessionId });
    });

    test("nothing is stopped below a session that is no longer this worker's", async () => {
      const { runId, root } = await begin();
      const [first] = await openedChildren(root, ["a"]);
      await world().sessions.giveBack(root);
      await expect(world().sessions.stopBelow(root)).rejects.toThrow(FenceLostError);
      expect(await world().sessions.claim(first as SessionId, 1)).toBeDefined();
      expect(await typesOf(runId)).not.toContain("session.finished");
    });

    test("a child's end is an answer its parent finds, and wakes it once it sleeps", async () => {
      const { runId, root } = await begin();
      const children = await openedChildren(root, ["a", "b"]);
      expect(children).toHaveLength(2);
      const [first, second] = await Promise.all(children.map(claim));
      expect(await world().sessions.park(root, [], { waitingFor: "children", count: 2 })).toBe("parked");
      expect(await world().sessions.claim(root.sessionId, 1)).toBeUndefined();
      expect(
        await world().sessions.finish(first as ClaimedSession, [], { ...done, answer: "from a" }),
      ).toEqual({
        wake: undefined,
      });
      expect(
        await world().sessions.finish(second as ClaimedSession, [], {
          ...done,
          outcome: "failed",
          answer: "",
          error: "no luck",
        }),
      ).toEqual({ wake: root.sessionId });
      const found = await world().delegation.childrenOf(root.sessionId, "call" as CallId);
      expect(
        found.map(({ agentName, outcome, answer: text, error }) => [agentName, outcome, text, error]),
      ).toEqual([
        ["a", "completed", "from a", null],
        ["b", "failed", "", "no luck"],
      ]);
      const resumed = await claim(root.sessionId);
      expect(resumed.isResumed).toBe(true);
      expect(await typesOf(runId)).toContain("session.parked");
    });

    test("a session goes to sleep with the commit that opens what it waits for, in the order of its events", async () => {
      const { runId, root } = await begin();
      const woken: SessionId[] = [];
      world().onWake((sessions) => woken.push(...sessions));
      const opening = [...childrenOf("one", ["a", "b"]), ...childrenOf("two", ["a"])];
      const sleep = { waitingFor: "children", count: 2, opening } as const;
      expect(await world().sessions.park(root, [turnOf("go")], sleep)).toBe("parked");
      const events = await world().events(runId);
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
      const first = (agent: string) => [
        ["session.started", agent],
        ["message.received", agent],
      ];
      expect(events.slice(3).map(({ type, agent }) => [type, agent])).toEqual([
        ["turn.finished", "lead"],
        ...[first("a"), first("b"), first("a")].flat(),
        ["session.parked", "lead"],
      ]);
      expect(events.at(-1)).toMatchObject({ waitingFor: "children", count: 2 });
      expect(await world().isClockGoing(runId)).toBe(true);
      const children = await Promise.all(woken.map(claim));
      expect(children.map(({ messages }) => messages)).toEqual(
        ["a", "b", "a"].map((agent) => [{ role: "user", text: `task of ${agent}` }]),
      );
      const ends = [];
      for (const child of children) ends.push(await world().sessions.finish(child, [], done));
      expect(ends.map(({ wake }) => wake)).toEqual([undefined, undefined, root.sessionId]);
      expect(await world().delegation.childrenOf(root.sessionId, "one" as CallId)).toHaveLength(2);
      expect(await world().delegation.childrenOf(root.sessionId, "two" as CallId)).toHaveLength(1);
      expect((await claim(root.sessionId)).messages.at(-1)).toMatchObject({ text: "go" });
    });

    test("who lost its claim opens nothing", async () => {
      const { runId, root } = await begin();
      await world().cancel(runId);
      const sleep = { waitingFor: "children", count: 1, opening: childrenOf("one", ["a"]) } as const;
      await expect(world().sessions.park(root, [turnOf("go")], sleep)).rejects.toThrow(FenceLostError);
      expect(await world().delegation.childrenOf(root.sessionId, "one" as CallId)).toEqual([]);
    });

    test("a parent whose children were faster than its parking goes on at once", async () => {
      const { root } = await begin();
      const [only] = await openedChildren(root, ["a"]);
      expect(await world().sessions.finish(await claim(only as SessionId), [], done)).toEqual({
        wake: undefined,
      });
      expect(await world().sessions.park(root, [], { waitingFor: "children", count: 1 })).toBe("ready");
      expect((await claim(root.sessionId)).isResumed).toBe(true);
    });

    test("children of two racing ends wake their parent exactly once", async () => {
      const { root } = await begin();
      const children = await Promise.all(
        (await openedChildren(root, ["a", "b", "a", "b", "a", "b"])).map(claim),
      );
      await world().sessions.park(root, [], { waitingFor: "children", count: 1 });
      const ends = await Promise.all(children.map((session) => world().sessions.finish(session, [], done)));
      expect(ends.filter((end) => end.wake !== undefined)).toEqual([{ wake: root.sessionId }]);
    });

    test("a call opens its children once", async () => {
      const { root } = await begin();
      await openedChildren(root, ["a"]);
      await expect(world().sessions.append(root, [], childrenOf("call", ["a"]))).rejects.toThrow();
      expect(await world().delegation.childrenOf(root.sessionId, "call" as CallId)).toHaveLength(1);
    });

    test("the root's end is the run's end, and nobody can claim anything of it any more", async () => {
      const { runId, root } = await begin();
      await world().sessions.finish(root, [], done);
      expect((await typesOf(runId)).slice(-2)).toEqual(["session.finished", "run.finished"]);
      expect(await world().sessions.claim(root.sessionId, 1)).toBeUndefined();
    });

    test("an answer wakes the session that asked, and only the first one counts", async () => {
      const { root } = await begin();
      const context = contextOf(root, "ask");
      const waitId = await world().questions.ask(context, [
        { question: "Sure?", header: "", multiSelect: false, options: [] },
      ]);
      expect(await world().sessions.park(root, [], { waitingFor: "person", count: 1 })).toBe("parked");
      const answers = await Promise.all([1, 2, 3].map(() => world().questions.answer(waitId, answer)));
      expect(answers.filter(Boolean).map((given) => given?.wake)).toEqual([root.sessionId]);
      expect(await world().questions.find(root.sessionId, "ask" as CallId)).toMatchObject({ waitId, answer });
      expect((await claim(root.sessionId)).isResumed).toBe(true);
    });

    test.each([
      {
        what: "its child ends",
        happens: async (_root: ClaimedSession, child: ClaimedSession) =>
          (await world().sessions.finish(child, [], done)).wake,
        isChildLeft: false,
      },
      {
        what: "its child is stopped",
        happens: async ({ runId }: ClaimedSession, { sessionId }: ClaimedSession) =>
          (await world().cancelBranch(runId, sessionId)).find((woken) => woken !== sessionId),
        isChildLeft: false,
      },
      {
        what: "it is answered",
        happens: async ({ sessionId }: ClaimedSession) => {
          const found = await world().questions.find(sessionId, "asked" as CallId);
          const taken = await world().questions.answer(found?.waitId as WaitId, answer);
          // Whoever answers is told that it was taken, whatever the session does meanwhile.
          expect(taken).toBeDefined();
          return taken?.wake;
        },
        isChildLeft: true,
      },
    ])(
      "nothing that a session waits for is lost when $what while no worker has it",
      async ({ happens, isChildLeft }) => {
        const { runId, root } = await begin();
        const [id] = await openedChildren(root, ["a"]);
        const child = await claim(id as SessionId);
        const first = await world().questions.ask(contextOf(root, "asked"), []);
        await world().sessions.giveBack(root);
        expect(await happens(root, child)).toBeUndefined();
        const again = await claim(root.sessionId);
        expect(await world().sessions.park(again, [], { waitingFor: "person", count: 1 })).toBe("parked");
        expect(await world().isClockGoing(runId)).toBe(isChildLeft);
        const last = isChildLeft
          ? await world().sessions.finish(child, [], done)
          : await world().questions.answer(first, answer);
        expect(last?.wake).toBe(root.sessionId);
        expect(await world().isClockGoing(runId)).toBe(true);
        const third = await claim(root.sessionId);
        expect(await world().sessions.park(third, [], { waitingFor: "person", count: 1 })).toBe("ready");
      },
    );

    test("stopping a run fences off every session of it, and is done once", async () => {
      const { runId, root } = await begin();
      const [only] = await openedChildren(root, ["a"]);
      const running = await claim(only as SessionId);
      await world().cancel(runId);
      await world().cancel(runId);
      await expect(world().sessions.append(running, [turnOf("too late")])).rejects.toThrow(FenceLostError);
      await expect(world().sessions.finish(root, [], done)).rejects.toThrow(FenceLostError);
      await expect(world().sessions.park(root, [], { waitingFor: "children", count: 1 })).rejects.toThrow(
        FenceLostError,
      );
      await expect(world().sessions.append(root, [], childrenOf("other", ["b"]))).rejects.toThrow(
        FenceLostError,
      );
      const types = await typesOf(runId);
      expect(types.filter((type) => type === "session.finished")).toHaveLength(2);
      expect(types.filter((type) => type === "run.finished")).toHaveLength(1);
      expect(types).not.toContain("turn.finished");
    });

    test("calls that were begun are known to whoever claims the session next", async () => {
      const { root } = await begin();
      const message = calling(["look", {}]);
      const callId = message.calls[0]?.callId as CallId;
      const [only] = await openedChildren(root, ["a"]);
      await world().sessions.append(root, [
        { ...turnOf(""), message } as RunEventBody,
        { type: "tool_call", callId, name: "look", origin: { kind: "builtin", id: "x" }, input: {} },
      ]);
      await world().sessions.park(root, [], { waitingFor: "children", count: 1 });
      await world().sessions.finish(await claim(only as SessionId), [], done);
      const next = await claim(root.sessionId);
      expect([...next.startedCalls]).toEqual([callId]);
      expect(next.messages.at(-1)).toEqual(message);
      expect([next.turns, next.usage.inputTokens, next.usage.outputTokens]).toEqual([1, 7, 3]);
    });
  });
}
