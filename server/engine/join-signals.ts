/** A signal that aborts with the first of its causes. */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  /** Lets go of the causes: from now on it does not abort any more. */
  release(): void;
}

/**
 * What `AbortSignal.any` does, for work that has an end. One of the runtime's is dearer each time somebody listens to it or asks
 * whether it is aborted, and stays in the lists of its causes until it is collected.
 */
export function joinSignals(...causes: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController();
  const abort = (): void => joined.abort(causes.find((cause) => cause.aborted)?.reason);
  for (const cause of causes) cause.addEventListener("abort", abort);
  if (causes.some((cause) => cause.aborted)) abort();
  return {
    signal: joined.signal,
    release() {
      for (const cause of causes) cause.removeEventListener("abort", abort);
    },
  };
}
