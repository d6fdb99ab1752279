import type { GlobalRates, Rate } from "@/server/contract/rate-limits.ts";

const UNITS = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;
type Unit = keyof typeof UNITS;

/** Limits as lines: `session 100/hour`, `web_search 10/minute`, `provider anthropic 50/minute`, `agent 5/30s`. */
export function toRatesText(rates: GlobalRates | undefined): string {
  const lines = [
    ...(rates?.session ? [`session ${toRateText(rates.session)}`] : []),
    ...(rates?.agent ? [`agent ${toRateText(rates.agent)}`] : []),
    ...Object.entries(rates?.tools ?? {}).map(([entry, rate]) => `${entry} ${toRateText(rate)}`),
    ...Object.entries(rates?.providers ?? {}).map(([id, rate]) => `provider ${id} ${toRateText(rate)}`),
  ];
  return lines.join("\n");
}

function toRateText({ calls, seconds }: Rate): string {
  const unit = (Object.keys(UNITS) as Unit[]).find((name) => UNITS[name] === seconds);
  return `${calls}/${unit ?? `${seconds}s`}`;
}

export type ReadRates =
  | { readonly rates: GlobalRates | undefined; readonly problem?: undefined }
  | { readonly problem: string };

const LINE =
  /^(?:(provider)\s+)?(\S+)\s+(\d{1,5})\s*(?:\/|per\s+|an?\s+)\s*(?:(second|minute|hour|day)s?|(\d{1,5})\s*s)$/i;

interface Draft {
  session?: Rate;
  agent?: Rate;
  tools?: Record<string, Rate>;
  providers?: Record<string, Rate>;
}

/** Undefined where nothing is limited; otherwise the first line that cannot be read is the problem. */
export function readRatesText(text: string): ReadRates {
  const rates: Draft = {};
  for (const line of text.split("\n").flatMap((one) => one.trim() || [])) {
    const found = LINE.exec(line);
    const rate = found ? toRate(found) : undefined;
    if (!found || !rate)
      return { problem: `"${line.slice(0, 60)}" is not a limit such as web_search 10/minute` };
    add(rates, { isProvider: found[1] !== undefined, name: found[2] ?? "", rate });
  }
  return { rates: Object.keys(rates).length === 0 ? undefined : rates };
}

interface ReadLine {
  readonly isProvider: boolean;
  readonly name: string;
  readonly rate: Rate;
}

function add(rates: Draft, { isProvider, name, rate }: ReadLine): void {
  if (isProvider) rates.providers = { ...rates.providers, [name]: rate };
  else if (name === "session" || name === "agent") rates[name] = rate;
  else rates.tools = { ...rates.tools, [name]: rate };
}

function toRate(found: RegExpExecArray): Rate | undefined {
  const calls = Number(found[3]);
  const seconds = found[4] ? UNITS[found[4].toLowerCase() as Unit] : Number(found[5]);
  return calls >= 1 && calls <= 10_000 && seconds >= 1 && seconds <= 86_400 ? { calls, seconds } : undefined;
}
