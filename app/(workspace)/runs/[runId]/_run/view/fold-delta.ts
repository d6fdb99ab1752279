import type { TextDelta } from "@/server/contract/run-event.ts";
import type { RunDraft } from "./draft.ts";

/** Stands where pieces of a stream were missed. */
const GAP = " … ";

/**
 * Streamed text of a turn that is still open. Pieces that are known already add nothing; where one was missed, a mark
 * stands until the whole text arrives with `turn.finished`. A piece of a turn that is over is ignored.
 */
export function foldDelta(draft: RunDraft, delta: TextDelta): void {
  const known = draft.view.sessions[delta.sessionId];
  if (!known) return;
  const lastTurn = known.turns.at(-1);
  const isOver =
    lastTurn !== undefined &&
    (delta.turn < lastTurn.turn || (delta.turn === lastTurn.turn && lastTurn.usage !== null));
  if (isOver || (known.stream && known.stream.turn > delta.turn)) return;
  const stream = known.stream?.turn === delta.turn ? known.stream : { turn: delta.turn, text: "", next: 0 };
  const end = delta.offset + delta.text.length;
  if (end <= stream.next) return;
  const fresh = delta.text.slice(Math.max(0, stream.next - delta.offset));
  const session = draft.session(delta.sessionId);
  if (!session) return;
  session.stream = {
    turn: delta.turn,
    text: stream.text + (delta.offset > stream.next ? GAP : "") + fresh,
    next: end,
  };
}
