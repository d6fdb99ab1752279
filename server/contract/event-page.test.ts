import { expect, test } from "vitest";
import { toEventPage, toEvents } from "./event-page.ts";
import type { RunId, SessionId } from "./ids.ts";
import type { RunEvent } from "./run-event.ts";

const runId = "run" as RunId;
const at = "2026-01-01T00:00:00.007Z";
const spoken = (seq: number, session: string, agent: string): RunEvent => ({
  ...{ type: "message.queued", text: "Go on.", runId, seq, at },
  ...{ sessionId: session as SessionId, agent },
});

test("a session is told once, and an event of the run itself has none", () => {
  const events: readonly RunEvent[] = [
    { type: "run.paused", runId, seq: 1, at },
    spoken(2, "__proto__", 'Zoë "one"'),
    spoken(3, "other", ""),
    spoken(4, "__proto__", 'Zoë "one"'),
  ];
  const page = toEventPage(events);
  expect(page.sessions).toEqual([
    ["__proto__", 'Zoë "one"'],
    ["other", ""],
  ]);
  expect(page.events.map(([, , place]) => place)).toEqual([-1, 0, 1, 0]);
  expect(toEvents(runId, JSON.parse(JSON.stringify(page)))).toEqual(events);
});
