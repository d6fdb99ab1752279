import type { SessionId } from "../contract/ids.ts";
import { beginsWith } from "./common-beginning.ts";
import type { HideInLines } from "./hide-in-lines.ts";

/**
 * Characters that are looked through a millisecond, for each session. A secret is found in the whole text only: without a limit a long
 * text would be looked through again for each line of it. At 100,000 characters that is once a second, and short texts wait for nothing.
 */
const PACE = 100;

/** A text that is being written. */
export interface StreamedText {
  readonly sessionId: SessionId;
  readonly turn: number;
  readonly text: string;
}

/** What there was to show when a text was last looked through. */
export interface Look extends StreamedText {
  readonly lines: string;
  /** When it may be looked through again. */
  readonly until: number;
}

/** Lines of streamed texts without secrets, looked for once for all who read them, and no more often than their length allows. */
export class StreamedLines {
  readonly #hide: HideInLines;
  readonly #now: () => number;
  readonly #looks = new Map<SessionId, Look>();

  constructor(hide: HideInLines, now: () => number = () => performance.now()) {
    this.#hide = hide;
    this.#now = now;
  }

  /**
   * The last look at this text, or a new one where it is time. It may be behind the text, or ahead of it for a reader who is late.
   * Undefined while another text of the session, of another turn or attempt, holds the place.
   */
  look(streamed: StreamedText, seen?: Look): Look | undefined {
    const { sessionId, turn } = streamed;
    const last = this.#looks.get(sessionId);
    const now = this.#now();
    const isEarly = last !== undefined && now < last.until;
    if (isEarly && last === seen) return last;
    const isLate = last?.turn === turn && beginsWith(last.text, streamed.text);
    if (isEarly) return isLate || goesOnAfter(last, streamed) ? last : undefined;
    // Also where nothing was added: something may have become a secret since.
    const text = isLate ? last.text : streamed.text;
    const look = { sessionId, turn, text, lines: this.#hide(text), until: now + text.length / PACE };
    this.#looks.set(sessionId, look);
    return look;
  }

  /** Nobody reads this turn any more, or it is over. Whoever still does looks again. */
  forget(sessionId: SessionId, turn: number): void {
    if (this.#looks.get(sessionId)?.turn === turn) this.#looks.delete(sessionId);
  }
}

function goesOnAfter(last: StreamedText, { turn, text }: StreamedText): boolean {
  return turn === last.turn && beginsWith(text, last.text);
}
