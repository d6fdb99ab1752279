import { readOrTakeEarly } from "@/app/_trpc/early-fetch.ts";
import { toEvents } from "@/server/contract/event-page.ts";
import type { RunEvent } from "@/server/contract/run-event.ts";

/** Every event that a run has by now, in lists, in one answer. Rejects where it does not come whole. */
export async function readPast(runId: string): Promise<readonly (readonly RunEvent[])[]> {
  const lines = (await readOrTakeEarly(`/api/runs/${runId}/past`)).split("\n");
  return lines.filter((line) => line !== "").map((line) => toEvents(runId, JSON.parse(line)));
}
