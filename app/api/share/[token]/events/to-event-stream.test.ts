import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RunSignal } from "@/server/contract/run-event.ts";
import { toEventStream } from "./to-event-stream.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (seq: number) => ({ type: "run.started", seq }) as unknown as RunSignal;
const text = { type: "text.delta", text: "word" } as unknown as RunSignal;
const MINUTE = 60_000;

async function* batches(...lists: readonly (readonly RunSignal[] | Error)[]) {
  for (const list of lists) {
    if (list instanceof Error) throw list;
    yield list;
  }
}

test("each list carries the number of its last event, and the end is told", async () => {
  const stream = toEventStream(batches([event(1), event(2), text], [text]), new AbortController());
  expect(await new Response(stream).text()).toBe(
    [
      ": open",
      `id: 2\ndata: ${JSON.stringify([event(1), event(2), text])}`,
      `data: ${JSON.stringify([text])}`,
      "event: end\ndata: ",
      "",
    ].join("\n\n"),
  );
  expect(vi.getTimerCount()).toBe(0);
});

test("what cannot be read on breaks the line and leaves no sign of life to be given", async () => {
  const stream = toEventStream(batches([event(1)], new Error("no database")), new AbortController());
  await expect(new Response(stream).text()).rejects.toThrow("no database");
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(MINUTE);
});

test("a reader who goes is let go", async () => {
  const leaving = new AbortController();
  const reader = toEventStream(batches([event(1)], [event(2)]), leaving).getReader();
  await reader.read();
  await reader.cancel();
  expect(leaving.signal.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
