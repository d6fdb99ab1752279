import type { SessionId } from "../contract/ids.ts";
import type { TextDelta } from "../contract/run-event.ts";
import type { ClaimedSession, DeltaSink } from "../engine/ports.ts";

/** Keeps the text so far for people who join in mid-message; may lose it, must never block. */
export interface DraftStore {
  saveDraft(draft: {
    readonly sessionId: SessionId;
    readonly runId: string;
    readonly turn: number;
    readonly text: string;
  }): Promise<void>;
  removeDraft(sessionId: SessionId): Promise<void>;
}

export interface DeltaStreamOptions {
  readonly drafts: DraftStore;
  send(delta: TextDelta): void;
  /** Milliseconds between two deltas of a session. */
  readonly interval?: number;
  /** Milliseconds between two saves of a draft. */
  readonly draftInterval?: number;
}

interface Stream {
  readonly session: ClaimedSession;
  readonly turn: number;
  text: string;
  sent: number;
  savedAt: number;
  /** Resolves once a draft that was saved is there; undefined while none was. */
  saved: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Coalesces streamed text: one delta a session about every 50 ms, a draft row about once a second. */
export function createDeltaStream({
  drafts,
  send,
  interval = 50,
  draftInterval = 1_000,
}: DeltaStreamOptions): DeltaSink {
  const streams = new Map<SessionId, Stream>();

  const flush = (stream: Stream): void => {
    stream.timer = undefined;
    const { session, turn, text, sent } = stream;
    if (text.length === sent) return;
    send({
      type: "text.delta",
      runId: session.runId,
      sessionId: session.sessionId,
      turn,
      offset: sent,
      text: text.slice(sent),
    });
    stream.sent = text.length;
    if (performance.now() - stream.savedAt < draftInterval) return;
    stream.savedAt = performance.now();
    stream.saved = drafts
      .saveDraft({ sessionId: session.sessionId, runId: session.runId, turn, text })
      .catch(() => undefined);
  };

  const end = (sessionId: SessionId): void => {
    const stream = streams.get(sessionId);
    if (!stream) return;
    clearTimeout(stream.timer);
    streams.delete(sessionId);
    // Few answers take so long that they have a draft. One that is still being saved is removed after that.
    stream.saved?.then(() => drafts.removeDraft(sessionId)).catch(() => undefined);
  };

  return {
    push(session, turn, text) {
      const found = streams.get(session.sessionId);
      if (found && found.turn !== turn) end(session.sessionId);
      const stream = streams.get(session.sessionId) ?? {
        session,
        turn,
        text: "",
        sent: 0,
        savedAt: performance.now(),
        saved: undefined,
        timer: undefined,
      };
      streams.set(session.sessionId, stream);
      stream.text += text;
      stream.timer ??= setTimeout(() => flush(stream), interval);
    },
    reset: (session) => end(session.sessionId),
  };
}
