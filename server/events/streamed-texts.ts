import type { RunId, SessionId } from "../contract/ids.ts";
import type { RunEvent, TextDelta } from "../contract/run-event.ts";

/** What model calls that go on have said so far, as far as this process heard it: for those who join in mid-message. */
export interface StreamedTexts {
  hear(delta: TextDelta): void;
  /** Committed here just now: a turn that ended or is begun again has no streamed text any more. */
  see(event: RunEvent): void;
  /** Read from the log, however long after it was written: what was said since then stays. */
  seeLogged(event: RunEvent): void;
  of(runId: RunId): readonly TextDelta[];
}

/** Sessions whose text is kept: how turns end that others commit, in runs that nobody follows here, is never seen. */
const MOST_SESSIONS = 1_000;

interface Place {
  readonly runId: RunId;
  readonly sessionId?: SessionId | undefined;
}

export function createStreamedTexts(): StreamedTexts {
  const runs = new Map<RunId, Map<SessionId, TextDelta>>();
  /** The run of each session, in the order in which they were heard last. */
  const order = new Map<SessionId, RunId>();

  const forget = ({ runId, sessionId }: Place, upToTurn = Number.POSITIVE_INFINITY): void => {
    const texts = runs.get(runId);
    if (!texts || sessionId === undefined) return;
    const text = texts.get(sessionId);
    if (!text || text.turn > upToTurn) return;
    texts.delete(sessionId);
    order.delete(sessionId);
    if (texts.size === 0) runs.delete(runId);
  };
  const keep = (text: TextDelta): void => {
    const { runId, sessionId } = text;
    const texts = runs.get(runId) ?? new Map<SessionId, TextDelta>();
    runs.set(runId, texts.set(sessionId, text));
    order.delete(sessionId);
    order.set(sessionId, runId);
    for (const [oldest, itsRun] of order) {
      if (order.size <= MOST_SESSIONS) return;
      forget({ runId: itsRun, sessionId: oldest });
    }
  };
  const seeLogged = (event: RunEvent): void => {
    switch (event.type) {
      case "turn.finished":
        forget(event, event.turn);
        break;
      case "session.finished":
        forget(event);
        break;
      case "run.finished":
        for (const text of runs.get(event.runId)?.values() ?? []) forget(text);
        break;
      default:
        break;
    }
  };
  return {
    hear(delta) {
      const known = runs.get(delta.runId)?.get(delta.sessionId);
      const before = known?.turn === delta.turn ? known.text : "";
      // A piece that was missed cannot be made up for: the turn's message will bring it.
      if (delta.offset > before.length) forget(delta);
      else keep({ ...delta, offset: 0, text: before.slice(0, delta.offset) + delta.text });
    },
    see(event) {
      if (event.type === "turn.retried") forget(event);
      else seeLogged(event);
    },
    seeLogged,
    of: (runId) => [...(runs.get(runId)?.values() ?? [])],
  };
}
