import type { RunEvent } from "../contract/run-event.ts";

/** Knows which messages of people a session never came to read. */
export interface UnreadMessages {
  /** What a person should be told about this event: the messages that nobody will read any more. */
  see(event: RunEvent): readonly string[];
}

export function createUnreadMessages(): UnreadMessages {
  const waiting = new Map<string, string[]>();
  return {
    see(event) {
      const session = event.sessionId ?? "";
      const texts = waiting.get(session) ?? [];
      if (event.type === "message.queued") waiting.set(session, [...texts, event.text]);
      if (event.type === "message.received" && event.from === "person") waiting.set(session, texts.slice(1));
      if (event.type !== "session.finished") return [];
      waiting.delete(session);
      return texts.map((text) => `${event.agent ?? "An agent"} was over before it read: ${text}`);
    },
  };
}
