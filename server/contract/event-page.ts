import type { RunEvent } from "./run-event.ts";

/** Number of the event, milliseconds since 1970, place of its session in the page's list or -1, type, and whatever else it says. */
type WrittenEvent = readonly [seq: number, at: number, session: number, type: string, said: object];

/**
 * Events of one run as they go out together: run, session and agent are told once and not with each event, which would be nearly a third
 * of all that is sent and of all that a reader has to take apart.
 */
export interface EventPage {
  /** Id and name of the agent of each session that is spoken of here. */
  readonly sessions: readonly (readonly [id: string, agent: string])[];
  readonly events: readonly WrittenEvent[];
}

/** The events of a page, whole again. */
export function toEvents(runId: string, { sessions, events }: EventPage): readonly RunEvent[] {
  return events.map(([seq, moment, place, type, said]) => {
    const session = sessions[place];
    const at = new Date(moment).toISOString();
    // Members one by one behind what it says: only the first spread of an object is a plain copy.
    const event = session
      ? { ...said, type, runId, seq, at, sessionId: session[0], agent: session[1] }
      : { ...said, type, runId, seq, at };
    // Made by `toEventPage`, or by the store from what it was given as such an event.
    return event as RunEvent;
  });
}

/** The page of events that follow each other in one run; `toEvents` makes the same of it again. */
export function toEventPage(events: readonly RunEvent[]): EventPage {
  const book = createSessionBook();
  const written = events.map(
    ({ type, runId: _runId, seq, at, sessionId, agent, ...said }): WrittenEvent => [
      seq,
      Date.parse(at),
      book.place(sessionId, agent),
      type,
      said,
    ],
  );
  return { sessions: book.sessions, events: written };
}

/** Sessions in the order in which they are first spoken of. */
export interface SessionBook {
  readonly sessions: readonly (readonly [id: string, agent: string])[];
  /** -1 for none. */
  place(id: string | null | undefined, agent: string | null | undefined): number;
}

export function createSessionBook(): SessionBook {
  const sessions: (readonly [id: string, agent: string])[] = [];
  const places = new Map<string, number>();
  return {
    sessions,
    place(id, agent) {
      if (id === null || id === undefined) return -1;
      const known = places.get(id);
      if (known !== undefined) return known;
      places.set(id, sessions.length);
      return sessions.push([id, agent ?? ""]) - 1;
    },
  };
}
