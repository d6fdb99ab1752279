import { describe, expect, test } from "vitest";
import type { Json } from "../contract/json.ts";
import { ModelError } from "../engine/ports.ts";
import type { BoundTool } from "../engine/tool.ts";
import { drawOrg } from "./draw-org.ts";
import { createHarness } from "./engine-harness.ts";
import { endOf, resultsOf } from "./read-run.ts";
import { calling, ScriptedModels, type ScriptedReply, says } from "./scripted-model.ts";
import { look } from "./scripted-tool.ts";
import type { SessionWorld } from "./session-world.ts";

/** What fails inside a run, and what becomes of the run, on any world. */
export function engineFailureSuite(name: string, getWorld: () => SessionWorld): void {
  describe(name, () => {
    const play = (
      script: Readonly<Record<string, readonly ScriptedReply[]>>,
      tools: readonly BoundTool[] = [look],
    ) => createHarness({ world: getWorld(), models: new ScriptedModels(script), tools });

    test("a tool whose check of arguments breaks answers so, and the run goes on", async () => {
      const broken: BoundTool = {
        ...look,
        bind: () => {
          throw new Error("nobody can check this");
        },
      };
      const { run } = play({ lead: [calling(["look", {}]), says("Without it")] }, [broken]);
      const done = await run(drawOrg(["lead"]));
      expect((await resultsOf(done))[0]).toContain("tool_failed");
      expect(await endOf(done)).toMatchObject({ status: "completed", answer: "Without it" });
    });

    test("a model that refuses ends the run with the reason", async () => {
      const { run } = play({
        lead: [new ModelError("unauthorized", "The key was refused. Check it in Settings.")],
      });
      expect(await endOf(await run(drawOrg(["lead"])))).toEqual({
        status: "failed",
        answer: "",
        error: "The key was refused. Check it in Settings.",
      });
    });

    test("what a session failed with is told without its secrets, whoever threw it", async () => {
      const hidden = (text: string) => ({ value: text.replaceAll("opensesame", "***"), count: 1 });
      const scrubber = { text: hidden, json: (value: Json) => ({ value, count: 0 }) };
      const failing = { sections: () => Promise.reject(new Error("no prompt at opensesame@db")) };
      const models = new ScriptedModels({ lead: [new ModelError("unauthorized", "opensesame is no key")] });
      const parts = { world: getWorld(), models, scrubber };
      const inside = await createHarness({ ...parts, promptSources: [failing] }).run(drawOrg(["lead"]));
      expect(await endOf(inside)).toMatchObject({
        status: "failed",
        error: "Something inside OpenHive failed: no prompt at ***@db",
      });
      const refused = await createHarness(parts).run(drawOrg(["lead"]));
      expect(await endOf(refused)).toMatchObject({ status: "failed", error: "*** is no key" });
      expect(JSON.stringify([await inside.events(), await refused.events()])).not.toContain("opensesame");
    });

    test.each([
      { what: "an event", method: "append", first: calling(["look", {}]) },
      { what: "a child", method: "park", first: calling(["delegate_to", { assignee: "a", task: "Look" }]) },
    ])(
      "what the store refuses to write ends the session with the reason, and the model is not asked for it again: $what",
      async ({ method, first }) => {
        const world = getWorld();
        const models = new ScriptedModels({ lead: [first, first, first], a: [says("Seen")] });
        const sessions = new Proxy(world.sessions, {
          get: (store, name) => {
            if (name === method) return () => Promise.reject(new Error("no index takes that much"));
            const member: unknown = Reflect.get(store, name);
            return typeof member === "function" ? member.bind(store) : member;
          },
        });
        const { run } = createHarness({ world: { ...world, sessions }, models });
        const done = await run(drawOrg(["lead > a"]));
        expect(await endOf(done)).toMatchObject({
          status: "failed",
          error: "Something inside OpenHive failed: no index takes that much",
        });
        expect(models.requests).toHaveLength(1);
      },
    );
  });
}
