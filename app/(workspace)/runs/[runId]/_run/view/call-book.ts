import type { CallId } from "@/server/contract/ids.ts";
import { ownValue } from "@/server/contract/own-value.ts";

/** Shelves of a book: a session of twenty thousand calls has eighty on each. */
const SHELVES = 256;

/**
 * The calls of a session by their ids, on shelves: writing one copies its shelf and not the others, so that a call of a long
 * session costs what one of a short session does. Where a call stands follows from its id alone: the same calls are the same
 * book, in whatever order they came.
 */
export type CallBook<Call> = readonly Readonly<Record<string, Call>>[];

/** A session that has called nothing. */
export const NO_CALLS: CallBook<never> = Array.from({ length: SHELVES }, () => ({}));

/** The shelf on which a call stands. */
export function shelfOf(callId: CallId): number {
  let hash = 0;
  for (let index = 0; index < callId.length; index += 1)
    hash = (Math.imul(hash, 31) + callId.charCodeAt(index)) | 0;
  return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (SHELVES - 1);
}

/** A call of a session; undefined where it has none of that id. */
export function callOf<Call>(
  { calls }: { readonly calls: CallBook<Call> },
  callId: CallId,
): Call | undefined {
  return ownValue(calls[shelfOf(callId)], callId);
}

/** Every call of a session, in no order. */
export function allCalls<Call>({ calls }: { readonly calls: CallBook<Call> }): readonly Call[] {
  return calls.flatMap((shelf) => Object.values(shelf));
}
