/** How much a server may take of time and room. Milliseconds, bytes, counts. */
export interface McpLimits {
  /** From a process's start until it has to be ready; long, because `npx` may have to download it. */
  readonly startTimeoutMs: number;
  /** For the tool list in a connection test. */
  readonly listTimeoutMs: number;
  /** Without a call after which a process is ended. */
  readonly idleMs: number;
  /** For a server to end by itself, and again after SIGTERM: both together leave time until all of a stopped run has to be gone, after 2 s. */
  readonly graceMs: number;
  /** For a sign of life after a call was given up. */
  readonly lifeSignMs: number;
  /** Longest message of a server. */
  readonly maximumMessageBytes: number;
  /** Messages of a server, and other lines of its output; more at a time than this, or faster for long, and it is ended. */
  readonly messagesPerMinute: number;
  /** The same for everything that it writes, its error output too. */
  readonly bytesPerMinute: number;
  /** At a time, in this OpenHive process. */
  readonly maximumProcesses: number;
}

/** Of one process. */
export type ProcessLimits = Pick<
  McpLimits,
  "graceMs" | "maximumMessageBytes" | "messagesPerMinute" | "bytesPerMinute"
>;

export const defaultMcpLimits: McpLimits = {
  startTimeoutMs: 60_000,
  listTimeoutMs: 15_000,
  idleMs: 10 * 60_000,
  graceMs: 350,
  lifeSignMs: 5_000,
  maximumMessageBytes: 32_000_000,
  messagesPerMinute: 60_000,
  bytesPerMinute: 1_000_000_000,
  maximumProcesses: 64,
};

/** Characters: what a server gives as its reason may be of any length. */
export const longestError = 4_000;
