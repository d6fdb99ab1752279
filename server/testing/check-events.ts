import { expect } from "vitest";
import type { RunEvent } from "../contract/run-event.ts";

/** What holds for every run that is over, whatever happened to those who worked on it. */
export function expectWholeRun(events: readonly RunEvent[]): void {
  expect(
    events.map((event) => event.seq),
    "seq is gapless",
  ).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)?.type).toBe("run.finished");
  const asked = events.flatMap((event) =>
    event.type === "turn.finished" ? event.message.calls.map((call) => call.callId) : [],
  );
  const answered = events.flatMap((event) => (event.type === "tool_result" ? [event.callId] : []));
  expect(answered.toSorted(), "every call has exactly one result").toEqual(asked.toSorted());
  const started = events.flatMap((event) => (event.type === "session.started" ? [event.sessionId] : []));
  const finished = events.flatMap((event) => (event.type === "session.finished" ? [event.sessionId] : []));
  expect(finished.toSorted(), "every session ends once").toEqual(started.toSorted());
}
