import { RATE_LINE } from "./rates.ts";

/** At most so many calls in any stretch of so many seconds. */
export interface Rate {
  readonly calls: number;
  readonly seconds: number;
}

export interface RateRule extends Rate {
  /** `session`: each session's calls. `agent`: each agent's, in all sessions together. `tool`: of all tools that the name covers. */
  readonly kind: "session" | "agent" | "tool" | "provider";
  /** The tool, group or provider. */
  readonly name: string;
}

const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };
const LONGEST = 86_400;

/** Reads a limit; undefined where the line is none. Windows are a day at most. */
export function readRate(line: string): RateRule | undefined {
  const found = RATE_LINE.exec(line);
  if (!found) return undefined;
  const [, provider, name = "", calls, unit, seconds] = found;
  const own = name === "session" || name === "agent" ? name : "tool";
  return {
    kind: provider === undefined ? own : "provider",
    name,
    calls: Number(calls),
    seconds: Math.min(unit === undefined ? Number(seconds) : (SECONDS[unit] ?? LONGEST), LONGEST),
  };
}

/** "60 calls an hour". */
export function rateText({ calls, seconds }: Rate, what = "call"): string {
  return `${calls} ${calls === 1 ? what : `${what}s`} ${spanText(seconds)}`;
}

function spanText(seconds: number): string {
  const named: Readonly<Record<number, string>> = {
    1: "a second",
    60: "a minute",
    3600: "an hour",
    86400: "a day",
  };
  return named[seconds] ?? `in ${seconds} seconds`;
}
