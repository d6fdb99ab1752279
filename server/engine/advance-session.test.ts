import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { drawOrg } from "../testing/draw-org.ts";
import { createHarness } from "../testing/engine-harness.ts";
import { createMemoryWorld } from "../testing/memory-world.ts";
import { calling, ScriptedModels, type ScriptedReply, says } from "../testing/scripted-model.ts";
import { look } from "../testing/scripted-tool.ts";
import type { LiveSession } from "./live-session.ts";
import { FenceLostError } from "./ports.ts";

/** A run of one agent whose session can be stopped and lost by the test. */
function play(replies: readonly ScriptedReply[]) {
  const stop = new AbortController();
  const models = new ScriptedModels({ lead: replies });
  const watched: LiveSession[] = [];
  const { run } = createHarness({
    world: createMemoryWorld(),
    models,
    tools: [look],
    watch(session) {
      watched.push(session);
      return stop.signal;
    },
  });
  return {
    stop,
    models,
    start: () => run(drawOrg(["lead"])),
    lose: (reason?: unknown) => watched[0]?.abandon(reason),
    listeners: () =>
      [stop.signal, ...watched.map(({ lost }) => lost)].flatMap((one) => getEventListeners(one, "abort")),
  };
}

test("a session that came to its answer leaves no listener behind", async () => {
  const { start, models, listeners } = play([calling(["look", {}]), says("Done")]);
  await start();
  expect(models.requests.map(({ request }) => request.signal.aborted)).toEqual([false, false]);
  expect(listeners()).toEqual([]);
});

test.each(["stopped", "lost"] as const)(
  "a session that is %s aborts its model call with the reason, and leaves no listener behind",
  async (how) => {
    const reason = new FenceLostError();
    const seen: unknown[] = [];
    const played = play([
      async ({ signal }) => {
        seen.push(signal.reason);
        if (how === "stopped") played.stop.abort(reason);
        else played.lose(reason);
        seen.push(signal.reason);
        throw signal.reason;
      },
    ]);
    await played.start();
    expect(seen).toEqual([undefined, reason]);
    expect(played.listeners()).toEqual([]);
  },
);

test("a session that is stopped before it moves asks no model", async () => {
  const { stop, start, models, listeners } = play([says("Too late")]);
  stop.abort();
  await start();
  expect(models.requests).toEqual([]);
  expect(listeners()).toEqual([]);
});
