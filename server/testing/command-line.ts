import { expect } from "vitest";
import type { RunEvent } from "../contract/run-event.ts";
import { hiveVariables } from "./open-hive.ts";
import { type ProcessEnd, runHive } from "./open-hive-process.ts";

/** What the last line of `run --json` says. */
export interface RunEnd {
  readonly type: "run.finished";
  readonly status: string;
  readonly answer: string;
  readonly error?: string;
}

export interface JsonRun extends ProcessEnd {
  readonly events: readonly RunEvent[];
  readonly end: RunEnd;
}

export interface CommandPlace {
  readonly url: string;
  readonly dataDir: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs `openhive` with arguments on a database and a data folder, in a process of its own. */
export function openhive(place: CommandPlace, args: readonly string[], input = ""): Promise<ProcessEnd> {
  return runHive(args, {
    variables: hiveVariables(place.dataDir, { DATABASE_URL: place.url, ...place.variables }),
    input,
  });
}

/** `openhive run --json`: every line parsed, nothing on standard error, seq without gaps. */
export async function openhiveRun(place: CommandPlace, args: readonly string[]): Promise<JsonRun> {
  const end = await openhive(place, ["run", "--json", ...args]);
  expect(end.stderr, "standard error").toBe("");
  const events = end.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);
  const numbered = events.filter((event) => event.seq !== undefined);
  expect(numbered.map((event) => event.seq)).toEqual(numbered.map((_, index) => index + 1));
  return { ...end, events, end: events.at(-1) as RunEnd };
}
