import { tokensOf } from "./estimate-tokens.ts";
import type { LiveSession } from "./live-session.ts";

/** A server that counts less than this share of the estimate counts something else: what it had not cached, or nothing. */
const LEAST_SHARE = 0.25;

/**
 * Tokens that the next request takes: what the provider counted for the last one and an estimate of what came since; where it
 * counted none, an estimate of the whole.
 *
 * @param fixedTokens estimated tokens of system prompt and tool array
 */
export function requestSize(
  session: Pick<LiveSession, "viewTokens" | "counted" | "messages">,
  fixedTokens: number,
): number {
  const { counted } = session;
  const estimated = fixedTokens + session.viewTokens;
  if (!counted) return estimated;
  const moreFixed = fixedTokens - (counted.fixedTokens ?? fixedTokens);
  const since = tokensOf(session.messages().slice(counted.messages)) + moreFixed;
  const isCount = counted.inputTokens > 0 && counted.inputTokens >= (estimated - since) * LEAST_SHARE;
  return isCount ? counted.inputTokens + since : estimated;
}
