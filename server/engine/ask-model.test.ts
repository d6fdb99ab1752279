import { expect, test } from "vitest";
import type { SessionId } from "../contract/ids.ts";
import type { TextDelta } from "../contract/run-event.ts";
import { createDeltaStream } from "../events/delta-stream.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { createHarness } from "../testing/engine-harness.ts";
import { createMemoryWorld } from "../testing/memory-world.ts";
import { endOf } from "../testing/read-run.ts";
import { ScriptedModels } from "../testing/scripted-model.ts";
import { type ClaimedSession, ModelError } from "./ports.ts";

test("a model call that fails leaves no draft, and the turn's text begins at nothing when it is asked for again", async () => {
  const sent: TextDelta[] = [];
  const removed: SessionId[] = [];
  const saved = Promise.withResolvers<void>();
  const again = Promise.withResolvers<void>();
  const deltas = createDeltaStream({
    interval: 0,
    draftInterval: 0,
    send(delta) {
      sent.push(delta);
      if (delta.text === "again") again.resolve();
    },
    drafts: {
      saveDraft: async () => saved.resolve(),
      removeDraft: async (sessionId) => void removed.push(sessionId),
    },
  });
  const models = new ScriptedModels({
    lead: [
      async ({ onText }) => {
        onText("half an ");
        await saved.promise;
        throw new ModelError("broken_stream", "The line broke.");
      },
    ],
  });
  const run = await createHarness({ world: createMemoryWorld(), models, deltas }).run(drawOrg(["lead"]));
  expect(await endOf(run)).toMatchObject({ status: "failed", error: "The line broke." });

  deltas.push({ runId: run.runId, sessionId: run.root } as ClaimedSession, 1, "again");
  await again.promise;
  expect(sent.map(({ offset, text }) => [offset, text])).toEqual([
    [0, "half an "],
    [0, "again"],
  ]);
  expect(removed).toEqual([run.root]);
});
