import { setTimeout as delay } from "node:timers/promises";
import { type Rate, rateText } from "../contract/read-rate.ts";
import { ModelError, type ModelPort, type ModelRequest } from "../engine/ports.ts";

export interface ModelLimits {
  /** How often models of the provider may be asked; none: as often as one likes. Cheap. */
  ratesOf(provider: string): Promise<readonly Rate[]>;
  /** Takes a place in one step, for all processes; `isTaken` false: the wait would be longer than that, and nothing was counted. */
  take(
    limits: readonly (Rate & { readonly key: string })[],
    mostWaitMs: number,
  ): Promise<{ readonly waitMs: number; readonly isTaken: boolean; readonly blocking: string | null }>;
}

/** Milliseconds that a model call waits for its turn: what is longer is for people to hear of. */
const LONGEST_WAIT = 600_000;

/**
 * A model that is asked no more often than its provider's limit says, by all processes together. Who comes too early waits, and
 * the run says until when; a wait of more than ten minutes fails the session with the time from which on it may go on.
 */
export function limitModel(model: ModelPort, provider: string, limits: ModelLimits): ModelPort {
  return {
    ...model,
    async respond(request) {
      const rates = await limits.ratesOf(provider);
      if (rates.length > 0) await waitForTurn(request, { provider, rates, limits });
      return model.respond(request);
    },
  };
}

interface Turn {
  readonly provider: string;
  readonly rates: readonly Rate[];
  readonly limits: ModelLimits;
}

async function waitForTurn(request: ModelRequest, { provider, rates, limits }: Turn): Promise<void> {
  const counted = rates.map(({ calls, seconds }) => ({
    calls,
    seconds,
    key: `provider ${provider} ${seconds}s`,
  }));
  const { waitMs, isTaken, blocking } = await limits.take(counted, LONGEST_WAIT);
  if (waitMs === 0) return;
  const rate = counted.find(({ key }) => key === blocking) ?? { calls: 0, seconds: 1 };
  const at = new Date(Date.now() + waitMs).toISOString();
  const reason = `The limit of ${rateText(rate, "request")} to ${provider} is reached; it may go on at ${at}`;
  if (!isTaken)
    throw new ModelError("rate_limited", `${reason}. Raise it under Tools, Rules, or begin again then.`);
  request.onRetry({ attempt: 1, delayMs: waitMs, reason });
  await delay(waitMs, undefined, { signal: request.signal }).catch((cause: unknown) => {
    throw new ModelError("aborted", "The model call was stopped.", cause);
  });
}
