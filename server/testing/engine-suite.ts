import { describe, expect, test } from "vitest";
import type { Json } from "../contract/json.ts";
import { okText, resultText } from "../contract/tool-result.ts";
import { ModelError } from "../engine/ports.ts";
import type { BoundTool, ToolFlags } from "../engine/tool.ts";
import { createQuestionTools } from "../tools/builtin/questions/question-tools.ts";
import { drawOrg } from "./draw-org.ts";
import { createHarness } from "./engine-harness.ts";
import { endOf, ofType, resultsOf } from "./read-run.ts";
import { calling, ScriptedModels, type ScriptedReply, says } from "./scripted-model.ts";
import { look, scriptedTool } from "./scripted-tool.ts";
import type { SessionWorld } from "./session-world.ts";

/** Whole loops through the engine, on any world. */
export function engineSuite(name: string, getWorld: () => SessionWorld): void {
  describe(name, () => {
    const play = (
      script: Readonly<Record<string, readonly ScriptedReply[]>>,
      tools: readonly BoundTool[] = [look],
    ) => {
      const models = new ScriptedModels(script);
      return { models, ...createHarness({ world: getWorld(), models, tools }) };
    };

    test("an agent calls a tool and answers from its result", async () => {
      const { run, models } = play({ lead: [calling(["look", { what: "a" }]), says("It is there.")] });
      const done = await run(drawOrg(["lead"]));
      expect(await endOf(done)).toEqual({ status: "completed", answer: "It is there.", error: undefined });
      expect(models.requests[1]?.request.messages.map((message) => message.role)).toEqual([
        "user",
        "assistant",
        "tool",
      ]);
    });

    test("every call is recorded before it runs and answered once, in call order", async () => {
      const { run, models } = play({ lead: [calling(["look", {}], ["look", {}], ["look", {}]), says("ok")] });
      const done = await run(drawOrg(["lead"]));
      const events = await done.events();
      const callIds = ofType(events, "tool_call").map((event) => event.callId);
      expect(
        ofType(events, "tool_result")
          .map((event) => event.callId)
          .toSorted(),
      ).toEqual(callIds.toSorted());
      const sent = models.requests[1]?.request.messages.flatMap((message) =>
        message.role === "tool" ? [message.callId] : [],
      );
      expect(sent).toEqual(callIds);
    });

    test("safe neighbours run side by side, ten at a time; any other call runs alone, destructive or not", async () => {
      let running = 0;
      const mosts: Record<string, number> = {};
      const counted = (name: string, flags: Partial<ToolFlags>): BoundTool =>
        scriptedTool(
          name,
          async () => {
            running += 1;
            mosts[name] = Math.max(mosts[name] ?? 0, running);
            for (let tick = 0; tick < 5; tick += 1) await new Promise((resolve) => setImmediate(resolve));
            running -= 1;
            return okText(name);
          },
          flags,
        );
      const tools = [
        counted("safe", { concurrencySafe: true }),
        counted("reads", { readOnly: true }),
        counted("harms", { destructive: true }),
        counted("harmsBeside", { destructive: true, concurrencySafe: true }),
      ];
      const names = [
        ...Array.from({ length: 12 }, () => "safe"),
        ...["reads", "harms", "reads", "harmsBeside", "harmsBeside"],
      ];
      const script = calling(...names.map((name): [string, Json] => [name, {}]));
      const { run, models } = play({ lead: [script, says("ok")] }, tools);
      const done = await run(drawOrg(["lead"]));
      expect(mosts).toEqual({ safe: 10, reads: 1, harms: 1, harmsBeside: 2 });
      const sent = models.requests[1]?.request.messages.flatMap((message) =>
        message.role === "tool" ? [message.name] : [],
      );
      expect(sent).toEqual(names);
      expect((await endOf(done)).status).toBe("completed");
    });

    test.each([
      { what: "an unknown tool", name: "lok", input: {}, code: "tool_not_found" },
      { what: "arguments of the wrong type", name: "look", input: { what: 7 }, code: "invalid_input" },
      { what: "a tool that throws", name: "broken", input: {}, code: "tool_failed" },
      { what: "a tool that hangs", name: "hangs", input: {}, code: "outcome_unknown" },
    ])(
      "$what becomes a result that the model can act on, and the run goes on",
      async ({ name, input, code }) => {
        const broken = scriptedTool("broken", () => Promise.reject(new Error("disk gone")));
        const hangs = scriptedTool("hangs", () => new Promise(() => undefined), { timeoutMs: 30 });
        const { run } = play({ lead: [calling([name, input]), says("I will do without.")] }, [
          look,
          broken,
          hangs,
        ]);
        const done = await run(drawOrg(["lead"]));
        const [result] = ofType(await done.events(), "tool_result");
        expect(result?.result).toMatchObject({ status: "error", code });
        expect((await endOf(done)).status).toBe("completed");
      },
    );

    test("a call whose arguments were cut off never runs", async () => {
      let runs = 0;
      const counted = scriptedTool("counted", async () => {
        runs += 1;
        return okText("ran");
      });
      const cut = calling(["counted", {}]);
      const { run } = play(
        {
          lead: [
            { ...cut, calls: cut.calls.map((call) => ({ ...call, malformedInput: '{"what": "a' })) },
            says("ok"),
          ],
        },
        [counted],
      );
      const done = await run(drawOrg(["lead"]));
      expect(runs).toBe(0);
      expect((await resultsOf(done))[0]).toContain("invalid_input");
    });

    test("an agent that never answers is stopped at its limit of turns", async () => {
      const org = drawOrg(["lead"], { lead: { limits: { maxTurns: 3 } } });
      const { run, models } = play({
        lead: [calling(["look", {}]), calling(["look", {}]), calling(["look", {}]), says("never asked")],
      });
      expect((await endOf(await run(org))).error).toContain("3 turns");
      expect(models.requests).toHaveLength(3);
    });

    test("a delegation is a session of its own that sees only the task, and its answer is an ordinary result", async () => {
      const { run, models } = play({
        lead: [calling(["delegate_to", { assignee: "a", task: "count the boats" }]), says("There are 12.")],
        a: [says("12 boats")],
      });
      const done = await run(drawOrg(["lead > a"]), "secret context");
      expect((await endOf(done)).answer).toBe("There are 12.");
      expect(models.requests.find(({ agent }) => agent === "a")?.request.messages).toEqual([
        { role: "user", text: "count the boats" },
      ]);
      expect(models.requests.at(-1)?.request.messages.at(-1)).toMatchObject({
        role: "tool",
        result: { status: "ok", content: [{ text: "12 boats" }] },
      });
      expect(
        ofType(await done.events(), "session.started").map((event) => [event.agentName, event.depth]),
      ).toEqual([
        ["lead", 0],
        ["a", 1],
      ]);
    });

    test("long answers of children arrive whole", async () => {
      const long = "x".repeat(20_000);
      const { run } = play({
        lead: [calling(["delegate_to", { assignee: "a", task: "t" }]), says("ok")],
        a: [says(long)],
      });
      expect((await resultsOf(await run(drawOrg(["lead > a"]))))[0]).toBe(long);
    });

    test("several delegations of one turn work side by side and come back together", async () => {
      const { run, models } = play({
        lead: [
          calling(
            ["delegate_to", { assignee: "a", task: "one" }],
            ["look", {}],
            ["delegate_to", { assignee: "b", task: "two" }],
          ),
          says("both"),
        ],
        a: [says("from a")],
        b: [calling(["look", {}]), says("from b")],
      });
      expect((await endOf(await run(drawOrg(["lead > a", "lead > b"])))).answer).toBe("both");
      const sent = models.requests
        .at(-1)
        ?.request.messages.flatMap((message) =>
          message.role === "tool" ? [resultText(message.result)] : [],
        );
      expect(sent).toEqual(["from a", "seen", "from b"]);
    });

    test("parallel tasks for one agent open indexed siblings; one that fails does not fail the others", async () => {
      const { run } = play({
        lead: [calling(["delegate_parallel", { assignee: "a", tasks: ["one", "two", "three"] }]), says("ok")],
        a: [says("first"), new ModelError("overloaded", "Too busy."), says("third")],
      });
      const done = await run(drawOrg(["lead > a"]));
      expect(
        ofType(await done.events(), "session.started")
          .slice(1)
          .map((event) => [event.index, event.siblings ?? 3]),
      ).toEqual([
        [0, 3],
        [1, 3],
        [2, 3],
      ]);
      const [text] = await resultsOf(done);
      expect(text).toContain("## Task 1");
      expect(text).toMatch(/Too busy\./);
      expect((await endOf(done)).status).toBe("completed");
    });

    test("a turn that gives work away is one commit with the sessions it opens and with its sleep", async () => {
      const { sessions } = getWorld();
      const commits: (readonly string[])[] = [];
      const note = (events: readonly { readonly type: string }[], opened: number, end: string): void => {
        const types = events.map(({ type }) => type);
        commits.push([...types, ...Array.from({ length: opened }, () => "opened"), end].filter(Boolean));
      };
      const world: SessionWorld = {
        ...getWorld(),
        sessions: {
          ...sessions,
          append(session, events, opening = []) {
            if (session.scope.depth === 0) note(events, opening.length, "");
            return sessions.append(session, events, opening);
          },
          park(session, events, sleep) {
            note(events, sleep.opening?.length ?? 0, "parked");
            return sessions.park(session, events, sleep);
          },
        },
      };
      const models = new ScriptedModels({
        lead: [
          calling(
            ["delegate_to", { assignee: "a", task: "one" }],
            ["delegate_parallel", { assignee: "b", tasks: ["two", "three"] }],
          ),
          says("ok"),
        ],
        a: [says("1")],
        b: [says("2"), says("3")],
      });
      const done = await createHarness({ world, models }).run(drawOrg(["lead > a", "lead > b"]));
      const turn = ["turn.started", "turn.finished", "tool_call", "tool_call"];
      expect(commits[0]).toEqual([...turn, "opened", "opened", "opened", "parked"]);
      expect(await endOf(done)).toMatchObject({ status: "completed", answer: "ok" });
    });

    test("the assignees are exactly the direct children, and a leaf has no delegation tools", async () => {
      const { run, models } = play({
        lead: [calling(["delegate_to", { assignee: "b", task: "reach over" }]), says("ok")],
      });
      const done = await run(drawOrg(["lead > a", "a > b"]));
      const tools = models.requests[0]?.request.tools ?? [];
      const schema = tools.find((listed) => listed.name === "delegate_to")?.inputSchema as {
        properties: { assignee: { enum: string[] } };
      };
      expect(schema.properties.assignee.enum).toEqual(["a"]);
      expect((await resultsOf(done))[0]).toContain("invalid_input");
      const leaf = play({ lead: [says("alone")] });
      await leaf.run(drawOrg(["lead"]));
      expect(leaf.models.requests[0]?.request.tools.map((listed) => listed.name)).toEqual(["look"]);
    });

    test("limits of depth and of tasks per child are kept and explained", async () => {
      const deep = play({ lead: [calling(["delegate_to", { assignee: "a", task: "t" }]), says("ok")] });
      const flat = drawOrg(["lead > a"], { lead: { limits: { maxDepth: 0 } } });
      expect((await resultsOf(await deep.run(flat)))[0]).toContain("depth limit of 0");
      const often = play({
        lead: [
          calling(
            ["delegate_to", { assignee: "a", task: "1" }],
            ["delegate_to", { assignee: "a", task: "2" }],
            ["delegate_to", { assignee: "a", task: "3" }],
          ),
          says("ok"),
        ],
        a: [says("first"), says("second")],
      });
      const twice = drawOrg(["lead > a"], { lead: { limits: { maxDelegationsPerChild: 2 } } });
      const answers = await resultsOf(await often.run(twice));
      expect(answers.filter((text) => text.includes("limit_reached"))).toHaveLength(1);
      expect(answers.toSorted().slice(-2)).toEqual(["first", "second"]);
    });

    test("a task that came by delegation is not handed on unchanged", async () => {
      const brief = "Count every boat in the harbour";
      const { run } = play({
        lead: [calling(["delegate_to", { assignee: "a", task: brief }]), says("ok")],
        a: [
          calling(["delegate_to", { assignee: "b", task: `  ${brief.toUpperCase()} ` }]),
          says("I counted myself."),
        ],
        b: [says("never asked")],
      });
      const done = await run(drawOrg(["lead > a", "a > b"]), brief);
      expect(ofType(await done.events(), "session.started").map((event) => event.agentName)).toEqual([
        "lead",
        "a",
      ]);
      expect(
        (await resultsOf(done)).filter((text) => text.includes("very task you were given")),
      ).toHaveLength(1);
      expect(ofType(await done.events(), "breaker.tripped")).toMatchObject([
        { agent: "a", name: "delegate_to", reason: expect.stringContaining("very task you were given") },
      ]);
    });

    test("a question parks the session without a turn, and its answer resumes it with the same call", async () => {
      const world = getWorld();
      const models = new ScriptedModels({
        lead: [calling(["ask_user", { questions: [{ question: "Which year?" }] }]), says("2025 it is.")],
      });
      const family = createQuestionTools(world.questions);
      const scope = { agent: drawOrg(["lead"]).agents[0] } as Parameters<typeof family>[0];
      const { run, advance } = createHarness({ world, models, tools: await family(scope) });
      const waiting = await run(drawOrg(["lead"]));
      const [asked] = ofType(await waiting.events(), "question.asked");
      expect(models.requests).toHaveLength(1);
      expect((await waiting.events()).at(-1)).toMatchObject({ type: "session.parked", waitingFor: "person" });
      const given =
        asked &&
        (await world.questions.answer(asked.waitId, {
          answers: [{ selected: [], text: "2025", isSkipped: false }],
        }));
      await advance(given?.wake ? [given.wake] : []);
      expect((await resultsOf(waiting))[0]).toContain("2025");
      expect((await endOf(waiting)).answer).toBe("2025 it is.");
    });

    test("the prompt and the array stay the same to the byte while nothing changes", async () => {
      const { run } = play({ lead: [calling(["look", {}]), calling(["look", {}]), says("ok")] });
      const turns = ofType(await (await run(drawOrg(["lead > a"]))).events(), "turn.started");
      expect(turns).toHaveLength(3);
      expect(new Set(turns.map((turn) => turn.promptHash)).size).toBe(1);
      expect(new Set(turns.map((turn) => turn.toolsHash)).size).toBe(1);
    });
  });
}
