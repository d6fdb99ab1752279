import type { CallId, SessionId } from "@/server/contract/ids.ts";

/** What the card of a call is remembered by: models number the calls of each session anew. */
export function cardName(sessionId: SessionId, callId: CallId): string {
  return `${sessionId} ${callId}`;
}
