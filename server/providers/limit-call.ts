import { joinSignals } from "../engine/join-signals.ts";
import { ModelError, type ModelRequest } from "../engine/ports.ts";

/** One model call, all its attempts and pauses together, and the end of the time it may take. */
export interface LimitedCall {
  /** The request with a signal that the end of the time aborts as well. */
  readonly request: ModelRequest;
  /** Why the call was given up, if it took too long. */
  failure(): ModelError | undefined;
  /** Has to be called once the call is over. */
  end(): void;
}

export interface CallLimit {
  /** For sentences that people read. */
  readonly providerName: string;
  readonly mostMs: number;
}

/**
 * Whatever comes, and however regularly: a call ends. A server that sends a word every few seconds is never silent, and would
 * keep an agent at work for ever.
 */
export function limitCall(request: ModelRequest, { providerName, mostMs }: CallLimit): LimitedCall {
  const late = new AbortController();
  const { signal, release } = joinSignals(request.signal, late.signal);
  let failure: ModelError | undefined;
  const timer = setTimeout(() => {
    failure = new ModelError("broken_stream", sentence(providerName, mostMs));
    late.abort(failure);
  }, mostMs).unref();
  return {
    request: { ...request, signal },
    failure: () => failure,
    end() {
      clearTimeout(timer);
      release();
    },
  };
}

function sentence(providerName: string, mostMs: number): string {
  const minutes = Math.round(mostMs / 60_000);
  const time = minutes > 0 ? `${minutes} minutes` : `${mostMs / 1_000} seconds`;
  return `The answer of ${providerName} was not complete after ${time}, waits and new attempts included, and the call was ended. Ask for less at a time, or choose a faster model.`;
}
