import { setTimeout as delay } from "node:timers/promises";
import { type Rate, rateText } from "../contract/rate-limits.ts";
import { ModelError, type ModelPort, type ModelRequest } from "../engine/ports.ts";

export interface ModelLimits {
  /** How often models of the provider may be asked; undefined: as often as one likes. Cheap. */
  rateOf(provider: string): Promise<Rate | undefined>;
  /** Takes a place in one step, for all processes; `isTaken` false: the wait would be longer than that, and nothing was counted. */
  take(
    limits: readonly (Rate & { readonly key: string })[],
    mostWaitMs: number,
  ): Promise<{ readonly waitMs: number; readonly isTaken: boolean }>;
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
      const rate = await limits.rateOf(provider);
      if (rate) await waitForTurn(request, { provider, rate, limits });
      return model.respond(request);
    },
  };
}

interface Turn {
  readonly provider: string;
  readonly rate: Rate;
  readonly limits: ModelLimits;
}

async function waitForTurn(request: ModelRequest, { provider, rate, limits }: Turn): Promise<void> {
  const { waitMs, isTaken } = await limits.take([{ ...rate, key: `provider ${provider}` }], LONGEST_WAIT);
  if (waitMs === 0) return;
  const at = new Date(Date.now() + waitMs).toISOString();
  const reason = `The limit of ${rateText(rate, "request")} to ${provider} is reached; it may go on at ${at}`;
  if (!isTaken)
    throw new ModelError("rate_limited", `${reason}. Raise it under Tools, Rules, or begin again then.`);
  request.onRetry({ attempt: 1, delayMs: waitMs, reason });
  await delay(waitMs, undefined, { signal: request.signal }).catch((cause: unknown) => {
    throw new ModelError("aborted", "The model call was stopped.", cause);
  });
}
