export interface Stopping {
  /** Whether agents may end their turn first. */
  readonly isDraining: boolean;
  /** Agents at work in this process. */
  readonly atWork: number;
  /** How long they may take at most. */
  readonly seconds: number;
}

/** What a process says when it is told to stop: what it waits for, and how not to wait. */
export function describeStop({ isDraining, atWork, seconds }: Stopping): string {
  if (atWork === 0) return "Stopping.";
  const agents = atWork === 1 ? "1 agent" : `${atWork} agents`;
  return isDraining && seconds > 0
    ? `Stopping: ${agents} may end the turn first, for at most ${seconds} s. Ctrl-C, or the same signal again, does not wait for that.`
    : `Stopping: ${agents} at work; ${GOES_ON}`;
}

const GOES_ON = "what was begun goes on with the next start, or in another worker.";

/** What it says to whoever does not want to wait. */
export const NOT_WAITING = `Not waiting for agents: ${GOES_ON}`;
