import { expect, test } from "vitest";
import type { RunId } from "../contract/ids.ts";
import type { RunEvent, RunEventBody } from "../contract/run-event.ts";
import { createMetrics } from "./create-metrics.ts";

const sources = {
  sessions: () => ({ running: 3, waiting: 2 }),
  followers: () => 5,
  queueDepth: async () => 7,
  slotWaiters: async () => 11,
};

function event(body: RunEventBody): RunEvent {
  return { runId: "r" as RunId, seq: 1, at: "2026-01-01T00:00:00.000Z", ...body };
}

const usage = { inputTokens: 100, cachedInputTokens: 60, outputTokens: 20, cost: null };

test("turns, their tokens and their duration are counted from what was committed", async () => {
  const metrics = createMetrics(sources);
  metrics.committed([
    event({
      type: "turn.finished",
      turn: 1,
      message: { role: "assistant", text: "Hi", calls: [] },
      usage,
      durationMs: 700,
      firstTextMs: 10,
    }),
  ]);
  const { text, mediaType } = await metrics.read();
  expect(mediaType).toContain("text/plain");
  expect(text).toContain("openhive_turns_total 1");
  expect(text).toContain('openhive_tokens_total{kind="cached_input"} 60');
  expect(text).toContain('openhive_model_call_seconds_bucket{le="0.5"} 0');
  expect(text).toContain('openhive_model_call_seconds_bucket{le="1"} 1');
  expect(text).toContain("openhive_events_committed_total 1");
});

test("figures of this process and of the database are looked up when they are asked for", async () => {
  const { text } = await createMetrics(sources).read();
  expect(text).toContain("openhive_sessions_running 3");
  expect(text).toContain("openhive_sessions_waiting 2");
  expect(text).toContain("openhive_followers 5");
  expect(text).toContain("openhive_queue_depth 7");
  expect(text).toContain("openhive_slot_waiters 11");
  expect(text).toContain("process_resident_memory_bytes");
});

test("a database that does not answer leaves the other figures readable", async () => {
  const queueDepth = () => Promise.reject(new Error("gone"));
  const { text } = await createMetrics({ ...sources, queueDepth }).read();
  expect(text).not.toMatch(/^openhive_queue_depth /m);
  expect(text).toContain("openhive_sessions_running 3");
});
