import type { ProcessLimits } from "./mcp-limits.ts";

/** Watches how much a server says. Each message may be small and valid: together they leave this process no time for others. */
export interface FloodMeter {
  /** Counts what came. Gives what is wrong with it once it is too much for too long. */
  add(came: { readonly lines: number; readonly bytes: number }): string | undefined;
}

const WINDOW_MS = 60_000;

/** What a minute allows may come at once; after that, no faster than it drains. */
export function createFloodMeter({ messagesPerMinute, bytesPerMinute }: ProcessLimits): FloodMeter {
  let [lines, bytes, at] = [0, 0, performance.now()];
  return {
    add(came) {
      const now = performance.now();
      const drained = (now - at) / WINDOW_MS;
      at = now;
      lines = Math.max(0, lines - drained * messagesPerMinute) + came.lines;
      bytes = Math.max(0, bytes - drained * bytesPerMinute) + came.bytes;
      if (lines > messagesPerMinute)
        return `It sent more than ${messagesPerMinute.toLocaleString("en")} messages a minute.`;
      if (bytes > bytesPerMinute)
        return `It sent more than ${Math.round(bytesPerMinute / 1_000_000)} MB a minute.`;
      return undefined;
    },
  };
}
