import type { RunId, SessionId } from "../contract/ids.ts";
import type { RunEvent, TextDelta } from "../contract/run-event.ts";

/** What model calls that go on have said so far, as far as this process heard it: for those who join in mid-message. */
export interface StreamedTexts {
  hear(delta: TextDelta): void;
  /** A turn that ended or was begun again has no streamed text any more. */
  see(event: RunEvent): void;
  of(runId: RunId): readonly TextDelta[];
}

export function createStreamedTexts(): StreamedTexts {
  const texts = new Map<SessionId, TextDelta>();
  return {
    hear(delta) {
      const known = texts.get(delta.sessionId);
      const before = known?.turn === delta.turn ? known.text : "";
      // A piece that was missed cannot be made up for: the turn's message will bring it.
      if (delta.offset > before.length) texts.delete(delta.sessionId);
      else
        texts.set(delta.sessionId, {
          ...delta,
          offset: 0,
          text: before.slice(0, delta.offset) + delta.text,
        });
    },
    see({ type, sessionId }) {
      const isOver = type === "turn.finished" || type === "turn.retried" || type === "session.finished";
      if (isOver && sessionId !== undefined) texts.delete(sessionId);
    },
    of: (runId) => [...texts.values()].filter((text) => text.runId === runId),
  };
}
