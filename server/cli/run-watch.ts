import type { RunEvent } from "../contract/run-event.ts";

/** Knows from a run's events whether anything still moves. */
export interface RunWatch {
  see(event: RunEvent): void;
  /** True when a person is asked and every session sleeps or is over. */
  waitsForPersonOnly(): boolean;
}

export function createRunWatch(): RunWatch {
  const moving = new Set<string>();
  const asked = new Set<string>();
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
          break;
        case "question.asked":
          asked.add(event.waitId);
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
