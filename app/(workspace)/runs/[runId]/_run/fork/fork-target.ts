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
  const last = session.transcript.findLast((entry) => entry.kind !== "note" && entry.at <= begin);
  return last?.kind === "message" || last === undefined
    ? { kind: "message", text: last?.text ?? session.task }
    : { kind: "results" };
}

/** The first turn that begins at a moment or after it; the last one where none does. */
export function turnFrom(session: SessionView, moment: number): TurnView | undefined {
  return session.turns.find((turn) => turn.startedAt >= moment) ?? session.turns.at(-1);
}
