import { expect } from "vitest";
import type { RunEvent } from "../contract/run-event.ts";
import { callCommand } from "./call-command.ts";
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

const variablesOf = (place: CommandPlace) =>
  hiveVariables(place.dataDir, { DATABASE_URL: place.url, ...place.variables });

/** Runs `openhive` with arguments on a database and a data folder, in a process of its own. */
export function openhiveProcess(
  place: CommandPlace,
  args: readonly string[],
  input = "",
): Promise<ProcessEnd> {
  return runHive(args, { variables: variablesOf(place), input });
}

/** The same in the process of the test: for all that needs no process to be shown. Calls wait for each other. */
export function openhive(place: CommandPlace, args: readonly string[]): Promise<ProcessEnd> {
  return callCommand(args, variablesOf(place));
}

/**
 * `openhive run --json`: every line parsed, nothing on standard error, seq without gaps. In a process of its own unless another
 * `run` is given.
 */
export async function openhiveRun(
  place: CommandPlace,
  args: readonly string[],
  run = openhiveProcess,
): Promise<JsonRun> {
  const end = await run(place, ["run", "--json", ...args]);
  expect(end.stderr, "standard error").toBe("");
  const events = end.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);
  const numbered = events.filter((event) => event.seq !== undefined);
  expect(numbered.map((event) => event.seq)).toEqual(numbered.map((_, index) => index + 1));
  return { ...end, events, end: events.at(-1) as RunEnd };
}
