/** How far the server's clock is from this browser's: what happened is told in the server's time. */
interface ServerClock {
  /** Milliseconds by which the server's clock is ahead; negative when it is behind, 0 until it was asked. */
  ahead: number;
}

export const serverClock: ServerClock = { ahead: 0 };

/** Told to the window when `serverClock` has changed. */
export const CLOCK_EVENT = "openhive:clock";
