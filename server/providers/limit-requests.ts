import { setTimeout as delay } from "node:timers/promises";
import { type Rate, rateText } from "../contract/read-rate.ts";
import { strictestLimits } from "../contract/strictest-limits.ts";
import { ModelError, type ModelRequest } from "../engine/ports.ts";

export interface RequestLimits {
  /** How often models of the provider may be asked; none: as often as one likes. Cheap. */
  ratesOf(provider: string): Promise<readonly Rate[]>;
  /** Takes a place in one step, for all processes; `isTaken` false: the wait would be longer than that, and nothing was counted. */
  take(
    limits: readonly (Rate & { readonly key: string })[],
    mostWaitMs: number,
  ): Promise<{ readonly waitMs: number; readonly isTaken: boolean; readonly blocking: string | null }>;
}

/** Resolves when the request may go out as this attempt, 1 being the first. Rejects with `ModelError` when it may not. */
export type BeforeAttempt = (request: ModelRequest, attempt: number) => Promise<void>;

/** Milliseconds that a request waits for its turn: what is longer is for people to hear of. */
const LONGEST_WAIT = 600_000;

/**
 * Keeps requests to a provider under its limit, over all processes together. Each attempt takes a place of its own: a provider
 * counts what reaches it, also what it refuses. Who comes too early waits, and the run says until when; a wait of more than ten
 * minutes fails the call with the time from which on it may go on.
 */
export function limitRequests(provider: string, limits: RequestLimits): BeforeAttempt {
  return async (request, attempt) => {
    const rates = await limits.ratesOf(provider);
    if (rates.length > 0) await waitForTurn({ provider, rates, limits }, request, attempt);
  };
}

interface Turn {
  readonly provider: string;
  readonly rates: readonly Rate[];
  readonly limits: RequestLimits;
}

async function waitForTurn(
  { provider, rates, limits }: Turn,
  request: ModelRequest,
  attempt: number,
): Promise<void> {
  const counted = strictestLimits(
    rates.map(({ calls, seconds }) => ({ calls, seconds, key: `provider ${provider} ${seconds}s` })),
  );
  const { waitMs, isTaken, blocking } = await limits.take(counted, LONGEST_WAIT);
  if (waitMs === 0) return;
  const rate = counted.find(({ key }) => key === blocking) ?? { calls: 0, seconds: 1 };
  const at = new Date(Date.now() + waitMs).toISOString();
  const reason = `The limit of ${rateText(rate, "request")} to ${provider} is reached; it may go on at ${at}`;
  if (!isTaken)
    throw new ModelError("rate_limited", `${reason}. Raise it under Tools, Rules, or begin again then.`);
  request.onRetry({ attempt, delayMs: waitMs, reason });
  await delay(waitMs, undefined, { signal: request.signal }).catch((cause: unknown) => {
    throw new ModelError("aborted", "The model call was stopped.", cause);
  });
}
