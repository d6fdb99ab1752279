import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { SessionId } from "../contract/ids.ts";
import { orgDocumentSchema } from "../contract/org-document.ts";
import { okText } from "../contract/tool-result.ts";
import { defineTool } from "../engine/define-tool.ts";
import { breakLoops } from "../engine/steps/break-loops.ts";
import { limitTime } from "../engine/steps/limit-time.ts";
import { type BoundTool, type CallStep, NO_FLAGS, type ToolContext } from "../engine/tool.ts";
import { zodInput } from "../engine/zod-input.ts";
import { drawOrg } from "./draw-org.ts";
import { createHarness } from "./engine-harness.ts";
import { endOf, ofType, resultsOf } from "./read-run.ts";
import { calling, ScriptedModels, type ScriptedReply, says } from "./scripted-model.ts";
import type { SessionWorld } from "./session-world.ts";

/** Tokens of one scripted model call. */
const TURN = 12;

/** Whole loops through the engine while people step in or a budget ends, on any world. */
export function engineControlSuite(name: string, getWorld: () => SessionWorld): void {
  describe(name, () => {
    const play = (
      script: Readonly<Record<string, readonly ScriptedReply[]>>,
      during: (context: ToolContext) => Promise<unknown> = async () => undefined,
      steps: readonly CallStep[] = [limitTime],
    ) => {
      const ran: string[] = [];
      const look: BoundTool = defineTool({
        name: "look",
        description: "look",
        inputSchema: zodInput(z.object({ what: z.string().optional() })),
        origin: { kind: "builtin", id: "test" },
        flags: { ...NO_FLAGS, readOnly: true, concurrencySafe: true },
        async execute({ what }, context) {
          ran.push(what ?? "");
          await during(context);
          return okText("seen");
        },
      });
      const models = new ScriptedModels(script);
      return { models, ran, ...createHarness({ world: getWorld(), models, tools: [look], steps }) };
    };
    const delegate = (assignee: string, task: string) => ["delegate_to", { assignee, task }] as const;

    test("a message that comes during a tool call is read in the next turn, behind the result", async () => {
      const { run, models } = play({ lead: [calling(["look", {}]), says("Understood.")] }, (context) =>
        getWorld().steer(context.runId, context.sessionId, "Only 2025, please."),
      );
      const done = await run(drawOrg(["lead"]));
      expect(models.requests[1]?.request.messages.map((message) => message.role)).toEqual([
        "user",
        "assistant",
        "tool",
        "user",
      ]);
      expect(models.requests[1]?.request.messages.at(-1)).toMatchObject({ text: "Only 2025, please." });
      expect(await endOf(done)).toMatchObject({ status: "completed", answer: "Understood." });
    });

    test("a call that a breaker refuses runs again once a person has written", async () => {
      const world = getWorld();
      let steer: () => Promise<unknown> = async () => undefined;
      const again = calling(["look", { what: "boats" }]);
      const looks = [1, 2, 3].map(() => calling(["look", { what: "boats" }]));
      const { run, ran } = play(
        {
          lead: [...looks, () => steer().then(() => again), calling(["look", { what: "boats" }]), says("ok")],
        },
        async ({ runId, sessionId }) => {
          steer = () => world.steer(runId, sessionId, "Look once more: they are back.");
        },
        [breakLoops(2)],
      );
      const done = await run(drawOrg(["lead"]));
      expect(await endOf(done)).toMatchObject({ status: "completed", answer: "ok" });
      const refused = "Error (limit_reached): look was called 2 times with the same arguments";
      expect((await resultsOf(done)).map((result) => result.startsWith(refused))).toEqual([
        false,
        false,
        true,
        true,
        false,
      ]);
      expect(ran).toHaveLength(3);
    });

    test("a message that comes while the answer is written is answered too, even at the limit of turns", async () => {
      const world = getWorld();
      let send: () => Promise<unknown> = async () => undefined;
      const models = new ScriptedModels({
        lead: [
          async () => {
            await send();
            return says("Here it is.");
          },
          says("And in euros."),
        ],
      });
      const { advance } = createHarness({ world, models });
      const document = drawOrg(["lead"], { lead: { limits: { maxTurns: 1 } } });
      const { runId, sessionId } = await world.start(document, "the task");
      send = () => world.steer(runId, sessionId, "In euros!");
      await advance([sessionId]);
      const [end] = ofType(await world.events(runId), "run.finished");
      expect(end).toMatchObject({ status: "completed", answer: "And in euros." });
      expect(models.requests).toHaveLength(2);
    });

    test("a pause lets a tool call end and stops before the next model call; resuming goes on from there", async () => {
      const world = getWorld();
      const { run, advance, models } = play({ lead: [calling(["look", {}]), says("Done.")] }, (context) =>
        world.pause(context.runId),
      );
      const paused = await run(drawOrg(["lead"]));
      expect(await resultsOf(paused)).toEqual(["seen"]);
      expect(models.requests).toHaveLength(1);
      await advance(await world.resume(paused.runId));
      expect(models.requests).toHaveLength(2);
      expect(await endOf(paused)).toMatchObject({ status: "completed", answer: "Done." });
    });

    test("an answer that was written when the run was paused is kept, and can be asked about before it counts", async () => {
      const world = getWorld();
      let pause: () => Promise<void> = async () => undefined;
      const models = new ScriptedModels({
        lead: [
          async () => {
            await pause();
            return says("First answer.");
          },
          says("Second answer."),
        ],
      });
      const { advance } = createHarness({ world, models });
      const { runId, sessionId } = await world.start(drawOrg(["lead"]), "the task");
      pause = () => world.pause(runId);
      await advance([sessionId]);
      expect(ofType(await world.events(runId), "run.finished")).toEqual([]);
      expect(await world.steer(runId, sessionId, "Look again.")).toBe("sent");
      await advance(await world.resume(runId));
      expect(ofType(await world.events(runId), "run.finished")).toMatchObject([{ answer: "Second answer." }]);
    });

    test("a child that ends while the run is paused is an answer its parent finds when it goes on", async () => {
      const world = getWorld();
      const { run, advance } = play(
        { lead: [calling(delegate("a", "t")), says("ok")], a: [calling(["look", {}]), says("from a")] },
        (context) => world.pause(context.runId),
      );
      const paused = await run(drawOrg(["lead > a"]));
      expect(ofType(await paused.events(), "run.finished")).toEqual([]);
      await advance(await world.resume(paused.runId));
      expect((await resultsOf(paused)).toSorted()).toEqual(["from a", "seen"]);
      expect(await endOf(paused)).toMatchObject({ status: "completed" });
    });

    test("a branch that a person stops is a failed delegation its parent goes on from", async () => {
      const world = getWorld();
      // The stop reaches the session before the person is told that it did.
      let stopping: Promise<readonly SessionId[]> = Promise.resolve([]);
      const { run, advance, models } = play(
        { lead: [calling(delegate("a", "t")), says("Without a, then.")], a: [calling(["look", {}])] },
        (context) => {
          stopping = world.cancelBranch(context.runId, context.sessionId);
          return stopping;
        },
      );
      const stopped = await run(drawOrg(["lead > a"]));
      await advance(await stopping);
      expect(await resultsOf(stopped)).toEqual([
        "Error (tool_failed): a was stopped by a person before it had an answer.",
      ]);
      expect(models.requests.map(({ agent }) => agent)).toEqual(["lead", "a", "lead"]);
      expect(await endOf(stopped)).toMatchObject({ status: "completed", answer: "Without a, then." });
    });

    test("a run whose tokens are spent asks no model any more and says why", async () => {
      const { run, models, ran } = play({ lead: [calling(["look", {}]), calling(["look", {}])] });
      const done = await run(drawOrg(["lead"]), "the task", { tokens: 2 * TURN });
      expect(models.requests).toHaveLength(2);
      expect(ran).toHaveLength(1);
      expect((await resultsOf(done))[1]).toMatch(/^Error \(limit_reached\): .*The call was not made\.$/);
      expect(await endOf(done)).toMatchObject({
        status: "failed",
        error: `The run stopped at its budget of ${2 * TURN} tokens.`,
      });
    });

    test("a run's budget ends its children as well, each with the reason", async () => {
      const { run, models } = play({ lead: [calling(delegate("a", "t"))], a: [calling(["look", {}])] });
      const done = await run(drawOrg(["lead > a"]), "the task", { tokens: 2 * TURN });
      expect(models.requests).toHaveLength(2);
      expect(ofType(await done.events(), "session.finished").map((event) => event.error)).toEqual([
        `The run stopped at its budget of ${2 * TURN} tokens.`,
        `The run stopped at its budget of ${2 * TURN} tokens.`,
      ]);
    });

    test("as many tool calls run as the budget says, and their results can still be answered from", async () => {
      const enough = play({ lead: [calling(["look", {}], ["look", {}]), says("Both seen.")] });
      const done = await enough.run(drawOrg(["lead"]), "the task", { toolCalls: 2 });
      expect(await endOf(done)).toMatchObject({ status: "completed" });
      const more = play({ lead: [calling(["look", {}], ["look", {}]), calling(["look", {}])] });
      const over = await more.run(drawOrg(["lead"]), "the task", { toolCalls: 2 });
      expect(more.ran).toHaveLength(2);
      expect(await endOf(over)).toMatchObject({ error: "The run stopped at its budget of 2 tool calls." });
    });

    test("wall time counts, and a budget of it ends the run", async () => {
      const { run, models } = play({ lead: [calling(["look", {}])] });
      const done = await run(drawOrg(["lead"]), "the task", { seconds: 0.000_1 });
      expect(models.requests.length).toBeLessThan(2);
      expect((await endOf(done)).error).toMatch(/budget of/);
    });

    test("a warning comes once, at 80 %, and before the end", async () => {
      const { run } = play({ lead: [calling(["look", {}]), calling(["look", {}]), says("ok")] });
      const done = await run(drawOrg(["lead"]), "the task", { tokens: 2 * TURN + 6 });
      expect(ofType(await done.events(), "budget.warned")).toMatchObject([
        { scope: "run", name: "", unit: "tokens", spent: 2 * TURN, limit: 2 * TURN + 6, agent: "lead" },
      ]);
    });

    test("from the warning on the model is told as well, and so is whoever its work is given to", async () => {
      const budget = { tokens: 5 * TURN };
      const { run, models } = play({
        lead: [
          calling(["look", {}]),
          calling(["look", {}]),
          calling(["look", {}]),
          calling(delegate("a", "t")),
        ],
        a: [says("from a")],
      });
      await run(drawOrg(["lead > a"]), "the task", budget);
      const told = `# Budget\n\nOver 80 % of this is used. When it is spent, work that counts on it ends at once, finished or not:\n- ${5 * TURN} tokens for the whole run\nDo what matters most, and answer soon.`;
      expect(models.requests.map(({ agent, request }) => [agent, request.system.endsWith(told)])).toEqual([
        ...Array.from({ length: 4 }, () => ["lead", false]),
        ["a", true],
      ]);
    });

    test("an agent's budget counts all its sessions, and who delegates to it is told and goes on", async () => {
      const { run, models } = play({
        lead: [calling(delegate("a", "one")), calling(delegate("a", "two")), says("One had to do.")],
        a: [says("first")],
      });
      const document = drawOrg(["lead > a"], { a: { limits: { budget: { tokens: TURN } } } });
      const done = await run(document);
      expect(models.requests.map(({ agent }) => agent)).toEqual(["lead", "a", "lead", "lead"]);
      expect(await resultsOf(done)).toEqual([
        "first",
        `Error (limit_reached): a stopped at its budget of ${TURN} tokens for this run. Do the work yourself, or answer with what you have.`,
      ]);
      expect(await endOf(done)).toMatchObject({ status: "completed", answer: "One had to do." });
    });

    test("a line's budget counts everything below it, and only that", async () => {
      const drawn = drawOrg(["lead > a", "a > deep", "lead > b"]);
      const document = orgDocumentSchema.parse({
        ...drawn,
        lines: drawn.lines.map((line) =>
          line.childId === "a" ? { ...line, budget: { tokens: 2 * TURN } } : line,
        ),
      });
      const { run } = play({
        lead: [calling(delegate("a", "one")), calling(delegate("b", "two")), says("ok")],
        a: [calling(delegate("deep", "down"))],
        deep: [says("deep down")],
        b: [says("from b")],
      });
      const done = await run(document);
      expect((await resultsOf(done)).slice(1)).toEqual([
        `Error (tool_failed): a did not finish: Work from lead to a stopped at the line's budget of ${2 * TURN} tokens for this run.`,
        "from b",
      ]);
      expect(await endOf(done)).toMatchObject({ status: "completed" });
    });
  });
}
