import type { Message } from "../../contract/message.ts";
import type { RunEventBody } from "../../contract/run-event.ts";
import { compactedView } from "../../engine/compaction.ts";
import { toMessage } from "../../engine/transcript.ts";
import type { Database } from "../database.ts";
import { isId } from "../is-id.ts";

export interface StoredTurn {
  readonly promptHash: string;
  readonly toolsHash: string;
  /** The transcript before this turn as its model was given it: in stored order, what was summed up by then as its summary. */
  readonly messages: readonly Message[];
  /** Whether the second message stands for older ones. */
  readonly isSummarised: boolean;
}

/** What one model call was sent. Where a turn was begun twice (a crash in between), the last beginning counts. */
export async function readTurn(
  database: Database,
  at: { readonly runId: string; readonly sessionId: string; readonly turn: number },
): Promise<StoredTurn | undefined> {
  if (!isId(at.runId) || !isId(at.sessionId)) return undefined;
  const { rows } = await database.query<{ seq: string; type: string; payload: object }>({
    text: `select seq, type, payload from event
where run_id = $1 and session_id = $2 and (position is not null or type in ('turn.started', 'context.compacted')) order by seq`,
    values: [at.runId, at.sessionId],
  });
  const events = rows.map((row) => ({
    seq: Number(row.seq),
    body: { ...row.payload, type: row.type } as RunEventBody,
  }));
  const start = events.findLast(({ body }) => body.type === "turn.started" && body.turn === at.turn);
  if (start?.body.type !== "turn.started") return undefined;
  const past = events.filter(({ seq }) => seq < start.seq).map(({ body }) => body);
  const messages = past.flatMap((body) => toMessage(body) ?? []);
  const compaction = past.findLast((body) => body.type === "context.compacted");
  const { promptHash, toolsHash } = start.body;
  return {
    promptHash,
    toolsHash,
    messages: compactedView(messages, compaction),
    isSummarised: compaction !== undefined,
  };
}
