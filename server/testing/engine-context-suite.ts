import { describe, expect, test } from "vitest";
import { okText } from "../contract/tool-result.ts";
import { ModelError } from "../engine/ports.ts";
import type { BoundTool } from "../engine/tool.ts";
import { callingUnder } from "./calling-under.ts";
import { drawOrg } from "./draw-org.ts";
import { createHarness } from "./engine-harness.ts";
import { endOf, ofType, resultsOf } from "./read-run.ts";
import { calling, ScriptedModels, type ScriptedReply, says } from "./scripted-model.ts";
import { look, scriptedTool } from "./scripted-tool.ts";
import type { SessionWorld } from "./session-world.ts";

/** Whole loops through the engine whose transcripts outgrow the model's context, on any world. */
export function engineContextSuite(name: string, getWorld: () => SessionWorld): void {
  describe(name, () => {
    const play = (
      script: Readonly<Record<string, readonly ScriptedReply[]>>,
      tools: readonly BoundTool[] = [look],
    ) => {
      const models = new ScriptedModels(script);
      return { models, ...createHarness({ world: getWorld(), models, tools }) };
    };

    test("a session that outgrows its model's context goes on with a summary, and its transcript stays whole", async () => {
      const long = scriptedTool("long", async () => okText("x".repeat(4_000)), { readOnly: true });
      const { run, models } = play(
        {
          lead: [
            calling(["long", {}]),
            calling(["long", {}]),
            calling(["long", {}]),
            says("Boats were counted three times."),
            says("All done."),
          ],
        },
        [long],
      );
      models.contextTokens = 4_000;
      const done = await run(drawOrg(["lead"]), "count the boats");
      expect((await endOf(done)).answer).toBe("All done.");
      const events = await done.events();
      const [compacted] = ofType(events, "context.compacted");
      expect(compacted?.summary).toBe("Boats were counted three times.");
      expect(compacted?.tokensAfter).toBeLessThan(compacted?.tokensBefore ?? 0);
      const last = models.requests.at(-1)?.request.messages ?? [];
      expect(last[0]).toEqual({ role: "user", text: "count the boats" });
      expect(last[1]).toMatchObject({
        role: "user",
        text: expect.stringContaining("Boats were counted three times."),
      });
      expect(last.slice(2).map((message) => message.role)).toEqual(["assistant", "tool"]);
      expect(ofType(events, "tool_result")).toHaveLength(3);
      expect(ofType(events, "session.finished")[0]?.usage.inputTokens).toBe(50);
    });

    test.each([
      { ids: "counted anew in each reply", id: "call_0" },
      { ids: "that the server leaves out", id: "" },
    ])("after a compaction calls with ids $ids are new ones", async ({ id }) => {
      const tasks = ["1", "2", "3", "4"].map((number) => `count the boats in harbour ${number}`);
      const delegations = tasks.map((task) => callingUnder(id, "delegate_to", { assignee: "scout", task }));
      const { run, models } = play({
        lead: [...delegations.slice(0, 3), says("Boats were counted."), ...delegations.slice(3), says("ok")],
        scout: tasks.map((task) => says(`I did ${task}: ${"x".repeat(4_000)}`)),
      });
      models.contextTokens = 4_000;
      const done = await run(drawOrg(["lead > scout"]));
      expect((await endOf(done)).answer).toBe("ok");
      const events = await done.events();
      expect(ofType(events, "context.compacted")).toHaveLength(1);
      const callIds = ofType(events, "tool_call").map(({ callId }) => callId);
      expect(new Set(callIds).size).toBe(4);
      const answers = await resultsOf(done);
      expect(answers.map((answer) => tasks.findIndex((task) => answer.includes(task)))).toEqual([0, 1, 2, 3]);
    });

    test("attempts at a summary that are repeated are told of like those at a turn", async () => {
      const long = scriptedTool("long", async () => okText("x".repeat(4_000)), { readOnly: true });
      const { run, models } = play(
        {
          lead: [
            ...["1", "2", "3"].map(() => calling(["long", {}])),
            ({ onRetry }) => {
              onRetry({ attempt: 1, delayMs: 20, reason: "Busy." });
              return says("Boats were counted.");
            },
            says("ok"),
          ],
        },
        [long],
      );
      models.contextTokens = 4_000;
      const done = await run(drawOrg(["lead"]));
      expect((await endOf(done)).answer).toBe("ok");
      const events = await done.events();
      expect(ofType(events, "turn.retried")).toMatchObject([
        { turn: 4, attempt: 1, delayMs: 20, reason: "Busy." },
      ]);
      expect(ofType(events, "context.compacted")[0]?.summary).toBe("Boats were counted.");
    });

    test("where prompt and tools alone fill the context nothing is summed up", async () => {
      const wide = { ...look, description: "x".repeat(20_000) };
      const { run, models } = play({ lead: [calling(["look", {}]), calling(["look", {}]), says("ok")] }, [
        wide,
      ]);
      models.contextTokens = 4_000;
      const done = await run(drawOrg(["lead"]));
      expect((await endOf(done)).answer).toBe("ok");
      expect(ofType(await done.events(), "context.compacted")).toEqual([]);
    });

    test("a summary that cannot be had is replaced by a list of what was done", async () => {
      const long = scriptedTool("long", async () => okText(`found it ${"x".repeat(4_000)}`), {
        readOnly: true,
      });
      const { run, models } = play(
        {
          lead: [
            calling(["long", {}]),
            calling(["long", {}]),
            calling(["long", {}]),
            new ModelError("overloaded", "Busy."),
            says("ok"),
          ],
        },
        [long],
      );
      models.contextTokens = 4_000;
      const done = await run(drawOrg(["lead"]));
      expect((await endOf(done)).status).toBe("completed");
      expect(ofType(await done.events(), "context.compacted")[0]?.summary).toContain("- long: found it");
    });

    test.each([
      { what: "Chinese", text: "港口里有很多船。".repeat(250) },
      { what: "figures in columns", text: "20481,30.5,9\n".repeat(300) },
    ])("$what is compacted in time, though it has few characters", async ({ text }) => {
      const long = scriptedTool("long", async () => okText(text), { readOnly: true });
      const { run, models } = play(
        { lead: [calling(["long", {}]), calling(["long", {}]), says("Counted."), says("ok")] },
        [long],
      );
      models.contextTokens = text.length;
      const done = await run(drawOrg(["lead"]));
      expect((await endOf(done)).answer).toBe("ok");
      expect(ofType(await done.events(), "context.compacted")[0]?.summary).toBe("Counted.");
    });

    test("what the provider counts decides, not the estimate, also for whoever goes on with the session", async () => {
      const long = scriptedTool("long", async () => okText("x".repeat(2_000)), { readOnly: true });
      const lead = [
        calling(["long", {}]),
        calling(["delegate_to", { assignee: "a", task: "t" }]),
        says("Looked twice."),
        says("ok"),
      ];
      const { run, models } = play({ lead, a: [says("from a")] }, [long]);
      models.contextTokens = 8_000;
      models.inputTokens = ({ messages }) => messages.length * 2_000;
      const done = await run(drawOrg(["lead > a"]));
      expect((await endOf(done)).answer).toBe("ok");
      const [compacted] = ofType(await done.events(), "context.compacted");
      expect(compacted).toMatchObject({ summary: "Looked twice." });
      // Three messages as they were counted, and the answer of one call.
      expect(compacted?.tokensBefore).toBeGreaterThan(6_000);
      expect(compacted?.tokensBefore).toBeLessThan(6_200);
    });

    test.each(["", "x"])(
      "what a summary is made from is not cut within a character, after %o",
      async (before) => {
        const bees = scriptedTool("bees", async () => okText(before + "\u{1F41D}".repeat(3_000)), {
          readOnly: true,
        });
        const { run, models } = play(
          { lead: [calling(["bees", {}]), calling(["bees", {}]), says("Bees."), says("ok")] },
          [bees],
        );
        models.contextTokens = 12_000;
        await run(drawOrg(["lead"]));
        const [told] = models.requests[2]?.request.messages ?? [];
        expect(told).toMatchObject({ role: "user", text: expect.stringContaining("\u{1F41D} ...") });
        expect(JSON.stringify(told)).not.toMatch(/\ufffd|\\ud83d/);
      },
    );

    const refused = new ModelError("too_long", "Longer than the model can read.");

    test("a request that the model refuses as too long is made once more, with old turns summed up", async () => {
      const { run, models } = play({
        lead: [
          calling(["look", {}]),
          calling(["look", {}]),
          calling(["look", {}]),
          refused,
          says("Looked."),
          says("ok"),
        ],
      });
      const done = await run(drawOrg(["lead"]));
      expect(await endOf(done)).toMatchObject({ status: "completed", answer: "ok" });
      const events = await done.events();
      expect(ofType(events, "context.compacted")).toMatchObject([{ summary: "Looked." }]);
      expect(ofType(events, "turn.finished").map(({ turn }) => turn)).toEqual([1, 2, 3, 4]);
      const [before, , after] = models.requests.slice(-3).map(({ request }) => request.messages.length);
      expect(after).toBeLessThan(before ?? 0);
    });

    test("what is too long even so, or has nothing to sum up, fails and says what to do", async () => {
      const again = play({
        lead: [calling(["look", {}]), calling(["look", {}]), refused, says("Looked."), refused],
      });
      const done = await again.run(drawOrg(["lead"]));
      expect(await endOf(done)).toMatchObject({ status: "failed", error: refused.message });
      const once = play({ lead: [refused] });
      expect((await endOf(await once.run(drawOrg(["lead"])))).error).toBe(refused.message);
      expect(once.models.requests).toHaveLength(1);
    });

    test.each([
      { when: "before the turn", contextTokens: 4_000, more: [] },
      { when: "after a refusal", contextTokens: 1_000_000, more: [refused] },
    ])("a summary $when that spends a budget is the last call", async ({ contextTokens, more }) => {
      const long = scriptedTool("long", async () => okText("x".repeat(4_000)), { readOnly: true });
      const three = ["1", "2", "3"].map(() => calling(["long", {}]));
      const { run, models } = play({ lead: [...three, ...more, says("Looked."), says("ok")] }, [long]);
      models.contextTokens = contextTokens;
      const done = await run(drawOrg(["lead"]), "the task", { tokens: 48 });
      expect(await endOf(done)).toMatchObject({
        status: "failed",
        error: "The run stopped at its budget of 48 tokens.",
      });
      expect(ofType(await done.events(), "context.compacted")).toHaveLength(1);
      expect(models.requests).toHaveLength(4 + more.length);
    });
  });
}
