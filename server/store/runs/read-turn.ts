import type { Message } from "../../contract/message.ts";
import type { RunEventBody } from "../../contract/run-event.ts";
import { toMessage } from "../../engine/transcript.ts";
import type { Database } from "../database.ts";
import { isId } from "../is-id.ts";

export interface StoredTurn {
  readonly promptHash: string;
  readonly toolsHash: string;
  /** The transcript before this turn, in stored order. */
  readonly messages: readonly Message[];
}

/** What one model call was sent. Where a turn was begun twice (a crash in between), the last beginning counts. */
export async function readTurn(
  database: Database,
  at: { readonly runId: string; readonly sessionId: string; readonly turn: number },
): Promise<StoredTurn | undefined> {
  if (!isId(at.runId) || !isId(at.sessionId)) return undefined;
  const { rows } = await database.query<{ seq: string; type: string; payload: object }>({
    text: `select seq, type, payload from event
where run_id = $1 and session_id = $2 and (position is not null or type = 'turn.started') order by seq`,
    values: [at.runId, at.sessionId],
  });
  const events = rows.map((row) => ({
    seq: Number(row.seq),
    body: { ...row.payload, type: row.type } as RunEventBody,
  }));
  const start = events.findLast(({ body }) => body.type === "turn.started" && body.turn === at.turn);
  if (start?.body.type !== "turn.started") return undefined;
  const messages = events.filter(({ seq }) => seq < start.seq).flatMap(({ body }) => toMessage(body) ?? []);
  return { promptHash: start.body.promptHash, toolsHash: start.body.toolsHash, messages };
}
