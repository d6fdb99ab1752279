import type { SessionId } from "../contract/ids.ts";
import type { RunSignal, TextDelta } from "../contract/run-event.ts";
import type { HideSecrets } from "./hide-secrets.ts";

/** Characters of a turn up to which it is shown while it is written; a longer one comes whole when it is done. */
const MOST = 100_000;

interface Written {
  readonly turn: number;
  /** As far as it came without a gap. */
  text: string;
  /** Characters of it, without secrets, that were shown. */
  shown: number;
}

/**
 * Streamed text for those who must see no secret. A secret comes in pieces like everything else, and no piece gives it away: they
 * are joined, looked through together, and shown line by line. A line that is not complete is held back.
 */
export class SharedTexts {
  readonly #hide: HideSecrets;
  readonly #written = new Map<SessionId, Written>();

  constructor(hide: HideSecrets) {
    this.#hide = hide;
  }

  /** What may be shown of it now, if anything; events as they are. */
  show(signal: RunSignal): readonly RunSignal[] {
    if (signal.type === "text.delta") return this.#add(signal);
    const isOver =
      signal.type === "turn.finished" || signal.type === "turn.retried" || signal.type === "session.finished";
    if (isOver && signal.sessionId !== undefined) this.#written.delete(signal.sessionId);
    return [signal];
  }

  #add(delta: TextDelta): readonly TextDelta[] {
    const { sessionId, turn, offset } = delta;
    const known = this.#written.get(sessionId);
    const written = known?.turn === turn ? known : { turn, text: "", shown: 0 };
    this.#written.set(sessionId, written);
    if (offset > written.text.length || offset + delta.text.length > MOST) return [];
    const before = written.text.length;
    written.text = written.text.slice(0, offset) + delta.text;
    if (written.text.indexOf("\n", Math.min(before, offset)) < 0) return [];
    const whole = this.#hide(written.text);
    const text = whole.slice(written.shown, whole.lastIndexOf("\n") + 1);
    if (text === "") return [];
    const shown: TextDelta = { ...delta, offset: written.shown, text };
    written.shown += text.length;
    return [shown];
  }
}
