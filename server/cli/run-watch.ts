import type { RunEvent } from "../contract/run-event.ts";

/** Knows from a run's events whether anything still moves. */
export interface RunWatch {
  see(event: RunEvent): void;
  /** True when a person is asked and every session sleeps or is over. */
  waitsForPersonOnly(): boolean;
}

export function createRunWatch(): RunWatch {
  const moving = new Set<string>();
  /** Open questions, each with the session that asked. */
  const asked = new Map<string, string>();
  return {
    see(event) {
      const session = event.sessionId ?? "";
      switch (event.type) {
        case "session.started":
        case "session.resumed":
          moving.add(session);
          break;
        case "session.parked":
        case "session.finished":
          moving.delete(session);
          // A session that is stopped takes its questions with it.
          if (event.type === "session.finished") drop(asked, session);
          break;
        case "question.asked":
          asked.set(event.waitId, session);
          break;
        case "question.answered":
          asked.delete(event.waitId);
          break;
        default:
          break;
      }
    },
    waitsForPersonOnly: () => asked.size > 0 && moving.size === 0,
  };
}

function drop(asked: Map<string, string>, session: string): void {
  for (const [waitId, asker] of asked) if (asker === session) asked.delete(waitId);
}
