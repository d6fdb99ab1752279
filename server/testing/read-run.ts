import type { RunEvent } from "../contract/run-event.ts";
import { resultText } from "../contract/tool-result.ts";
import type { HarnessRun } from "./engine-harness.ts";

/** The events of one type, in order. */
export function ofType<Type extends RunEvent["type"]>(events: readonly RunEvent[], type: Type) {
  return events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
}

/** How a run ended. Throws while it is not over: nothing may come after its end. */
export async function endOf(run: HarnessRun) {
  const last = (await run.events()).at(-1);
  if (last?.type !== "run.finished") throw new Error(`The run is not over; its last event is ${last?.type}.`);
  return { status: last.status, answer: last.answer, error: last.error };
}

/** What each call was answered, as the model reads it. */
export async function resultsOf(run: HarnessRun): Promise<readonly string[]> {
  return ofType(await run.events(), "tool_result").map((event) => resultText(event.result));
}
