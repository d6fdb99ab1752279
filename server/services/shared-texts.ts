import type { SessionId } from "../contract/ids.ts";
import type { RunSignal, TextDelta } from "../contract/run-event.ts";
import { commonBeginning } from "./common-beginning.ts";
import type { Look, StreamedLines } from "./streamed-lines.ts";

/** Characters of a turn up to which it is shown while it is written; a longer one comes whole when it is done. */
const MOST = 100_000;

interface Written {
  readonly turn: number;
  /** As far as it came without a gap. */
  text: string;
  /** Whether a line ended since it was last looked through. */
  isDue: boolean;
  /** The look at it that was shown. */
  look: Look | undefined;
  /** The lines that were shown, as they were then. */
  lines: string;
  /** Characters that were sent: the place of what is sent next. */
  sent: number;
}

/**
 * Streamed text for a reader who must see no secret. A secret comes in pieces like everything else, and no piece gives it away: they
 * are joined, looked through together, and shown line by line. A line that is not complete is held back.
 */
export class SharedTexts {
  readonly #lines: StreamedLines;
  readonly #written = new Map<SessionId, Written>();

  constructor(lines: StreamedLines) {
    this.#lines = lines;
  }

  /** What may be shown of it now, if anything; events as they are. */
  show(signal: RunSignal): readonly RunSignal[] {
    if (signal.type === "text.delta") return this.#add(signal);
    const isOver =
      signal.type === "turn.finished" || signal.type === "turn.retried" || signal.type === "session.finished";
    if (isOver && signal.sessionId !== undefined) this.#end(signal.sessionId);
    return [signal];
  }

  /** The reader has left. */
  close(): void {
    for (const sessionId of this.#written.keys()) this.#end(sessionId);
  }

  #end(sessionId: SessionId): void {
    const written = this.#written.get(sessionId);
    if (!written) return;
    this.#written.delete(sessionId);
    this.#lines.forget(sessionId, written.turn);
  }

  #add(delta: TextDelta): readonly TextDelta[] {
    const { sessionId, turn, offset } = delta;
    const known = this.#written.get(sessionId);
    const written = known?.turn === turn ? known : begin(turn);
    this.#written.set(sessionId, written);
    if (offset > written.text.length || offset + delta.text.length > MOST) return [];
    written.text = written.text.slice(0, offset) + delta.text;
    written.isDue ||= delta.text.includes("\n");
    if (!written.isDue) return [];
    const look = this.#lines.look({ sessionId, turn, text: written.text }, written.look);
    if (!look || look === written.look) return [];
    written.look = look;
    written.isDue = look.text.length < written.text.length;
    // Where a line has become a secret since, what was shown stays, and from there on everything follows as it is now.
    const text = look.lines.slice(commonBeginning(look.lines, written.lines).length);
    if (text === "") return [];
    const shown: TextDelta = { ...delta, offset: written.sent, text };
    written.lines = look.lines;
    written.sent += text.length;
    return [shown];
  }
}

function begin(turn: number): Written {
  return { turn, text: "", isDue: false, look: undefined, lines: "", sent: 0 };
}
