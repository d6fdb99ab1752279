import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { TextDelta } from "../contract/run-event.ts";
import type { ClaimedSession } from "../engine/ports.ts";
import { createDeltaStream } from "./delta-stream.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const session = { sessionId: "s" as SessionId, runId: "r" as RunId } as ClaimedSession;

function createDesk() {
  const sent: TextDelta[] = [];
  const saved: string[] = [];
  const stream = createDeltaStream({
    send: (delta) => sent.push(delta),
    drafts: {
      saveDraft: async ({ text }) => void saved.push(text),
      removeDraft: async () => void saved.push("removed"),
    },
  });
  return { sent, saved, stream };
}

test("pieces are gathered, and offsets say where each belongs", () => {
  const { sent, stream } = createDesk();
  for (const piece of ["a", "b", "c"]) stream.push(session, 1, piece);
  vi.advanceTimersByTime(50);
  stream.push(session, 1, "d");
  vi.advanceTimersByTime(50);
  expect(sent.map(({ offset, text }) => [offset, text])).toEqual([
    [0, "abc"],
    [3, "d"],
  ]);
});

test("a draft is saved about once a second and removed at the end", async () => {
  const { saved, stream } = createDesk();
  for (let piece = 0; piece < 60; piece += 1) {
    stream.push(session, 1, "x");
    vi.advanceTimersByTime(50);
  }
  stream.reset(session);
  await Promise.resolve().then(() => undefined);
  expect(saved.slice(0, -1).length).toBeGreaterThanOrEqual(2);
  expect(saved.slice(0, -1).length).toBeLessThanOrEqual(3);
  expect(saved.at(-1)).toBe("removed");
});

test("an answer that was over before a draft of it was saved leaves nothing to remove", async () => {
  const { saved, stream } = createDesk();
  stream.push(session, 1, "short");
  vi.advanceTimersByTime(50);
  stream.reset(session);
  await Promise.resolve().then(() => undefined);
  expect(saved).toEqual([]);
});

test("a turn that is begun again starts at nothing, and nothing late comes of the first attempt", () => {
  const { sent, stream } = createDesk();
  stream.push(session, 1, "first attempt");
  stream.reset(session);
  stream.push(session, 1, "second");
  vi.advanceTimersByTime(50);
  expect(sent.map(({ offset, text }) => [offset, text])).toEqual([[0, "second"]]);
});
