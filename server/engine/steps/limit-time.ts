import { type ToolError, toolError } from "../../contract/tool-result.ts";
import type { BoundTool, CallStep } from "../tool.ts";

/**
 * Ends a call that takes too long: its signal aborts and the result says so at once, even if the tool ignores the signal.
 * The limit is the tool's own, else the agent's; null means none. A call that may have changed something where nobody can stop it
 * is not said to have been stopped.
 */
export const limitTime: CallStep = ({ tool }, context, next) => {
  const limit =
    tool.timeoutMs === undefined ? context.scope.agent.limits.callTimeoutSeconds * 1_000 : tool.timeoutMs;
  return raceWithEnd(context.signal, limit, {
    run: (signal) => next({ ...context, signal }),
    ended: () =>
      context.signal.aborted
        ? toolError("aborted", "The run was stopped during this call.")
        : outOfTime(tool, limit ?? 0),
  });
};

function outOfTime({ name, flags, changes }: BoundTool, limit: number): ToolError {
  const late = `${name} took longer than ${Math.round(limit / 1_000)} s`;
  // What changes its own session alone ends with it.
  const isHarmless = flags.readOnly || flags.idempotent || changes !== undefined;
  if (isHarmless) return toolError("timed_out", `${late} and was stopped.`, "Ask for less at once.");
  return toolError(
    "outcome_unknown",
    `${late} and was given up: whether it took effect is not known.`,
    "Check before you call it again.",
  );
}

interface Race<Value> {
  run(signal: AbortSignal): Promise<Value>;
  ended(): Value;
}

/** Whichever comes first: the value, or what to say at the end of the run or of the time. A late failure of `run` is dropped. */
async function raceWithEnd<Value>(
  signal: AbortSignal,
  limit: number | null,
  race: Race<Value>,
): Promise<Value> {
  if (signal.aborted) return race.ended();
  const { promise, resolve } = Promise.withResolvers<Value>();
  // One controller and one timer: composed signals cost more than most calls do.
  const call = new AbortController();
  const end = (reason: unknown): void => {
    resolve(race.ended());
    call.abort(reason);
  };
  const onAbort = (): void => end(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const timer =
    limit === null
      ? undefined
      : setTimeout(() => end(new DOMException("The time limit passed.", "TimeoutError")), limit);
  const running = race.run(call.signal);
  running.catch(() => undefined);
  try {
    return await Promise.race([promise, running]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
