import type { FoldPlace } from "./fold-place.ts";

/** A session that is over reads nothing any more: what a person wrote to it and it never read is told in its transcript. */
export function tellUnread({ draft, session, at }: FoldPlace): void {
  for (const { key, text } of session.waitingMessages)
    session.transcript = draft.append(session.transcript, {
      kind: "note",
      key: `u${key}`,
      at,
      text: `Never read: ${session.agentName} was over before it came to your message "${text}"`,
    });
  session.waitingMessages = [];
}
