import type { SessionId } from "@/server/contract/ids.ts";
import type { SessionView, TurnView } from "../view/run-view.ts";

/** A turn that can be taken anew. */
export interface ForkTarget {
  readonly sessionId: SessionId;
  readonly turn: number;
}

/** What a turn reads last: a message that can be another one in the fork, or results of tools that a message can follow. */
export type ReadLast = { readonly kind: "message"; readonly text: string } | { readonly kind: "results" };

/** What stands before a turn in the transcript of its session. */
export function readLast(session: SessionView, turn: number): ReadLast {
  const begin = session.turns.find((one) => one.turn === turn)?.startedAt ?? Number.POSITIVE_INFINITY;
  // All that is written in one commit has one moment: what the turn itself brought is told by its number.
  const own = session.transcript.findIndex((entry) => "turn" in entry && entry.turn >= turn);
  const before = own === -1 ? session.transcript : session.transcript.slice(0, own);
  const last = before.findLast((entry) => entry.kind !== "note" && entry.at <= begin);
  return last?.kind === "message" || last === undefined
    ? { kind: "message", text: last?.text ?? session.task }
    : { kind: "results" };
}

/**
 * The first turn that begins at a moment or after it, and has not ended in what is shown of that moment; the last one where there is
 * none. Several turns can have one moment, and steps go through them event by event.
 */
export function turnFrom(
  session: SessionView,
  moment: number,
  shown: Pick<SessionView, "turns"> = { turns: [] },
): TurnView | undefined {
  const ended = shown.turns.findLast(({ durationMs }) => durationMs !== null)?.turn ?? 0;
  return (
    session.turns.find(({ startedAt, turn }) => startedAt >= moment && turn > ended) ?? session.turns.at(-1)
  );
}
