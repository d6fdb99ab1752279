import type { StoredEvent } from "./shared-past.ts";

/** What is asked with an end is asked for as long in the fork: its end moves with all other times. */
export function shiftExpiry(event: StoredEvent, shift: number): StoredEvent {
  const { body } = event;
  if (body.type !== "question.asked" || body.approval === undefined) return event;
  const expiresAt = new Date(Date.parse(body.approval.expiresAt) + shift).toISOString();
  return { ...event, body: { ...body, approval: { ...body.approval, expiresAt } } };
}
