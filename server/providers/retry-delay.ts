export interface RetryPace {
  /** Milliseconds before the second attempt; doubled for each one after it. */
  readonly firstDelayMs: number;
  /** The longest wait, whatever a server asks for. */
  readonly maxDelayMs: number;
}

export const DEFAULT_RETRY_PACE: RetryPace = { firstDelayMs: 1_000, maxDelayMs: 60_000 };

/**
 * Milliseconds to wait before attempt `attempt + 1`: what the server asked for, if it did, else exponential with up to a
 * fifth on top, so that sessions which failed together do not come back together.
 */
export function retryDelay(
  attempt: number,
  headers: Readonly<Record<string, string>>,
  pace: RetryPace,
): number {
  const asked = askedDelay(headers, Date.now());
  if (asked !== undefined) return Math.min(Math.max(asked, 0), pace.maxDelayMs);
  const backoff = pace.firstDelayMs * 2 ** (attempt - 1);
  return Math.min(Math.round(backoff * (1 + Math.random() / 5)), pace.maxDelayMs);
}

/** `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). Undefined when absent or unreadable. */
export function askedDelay(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (Number.isFinite(milliseconds)) return milliseconds;
  const header = headers["retry-after"]?.trim();
  if (!header) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
