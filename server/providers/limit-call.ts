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
  const controller = new AbortController();
  let failure: ModelError | undefined;
  const forward = (): void => controller.abort(request.signal.reason);
  if (request.signal.aborted) forward();
  request.signal.addEventListener("abort", forward, { once: true });
  const timer = setTimeout(() => {
    failure = new ModelError("broken_stream", sentence(providerName, mostMs));
    controller.abort(failure);
  }, mostMs).unref();
  return {
    request: { ...request, signal: controller.signal },
    failure: () => failure,
    end() {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", forward);
    },
  };
}

function sentence(providerName: string, mostMs: number): string {
  const minutes = Math.round(mostMs / 60_000);
  const time = minutes > 0 ? `${minutes} minutes` : `${mostMs / 1_000} seconds`;
  return `The answer of ${providerName} was not complete after ${time}, and the call was ended. Ask for less at a time, or choose a faster model.`;
}
