import { type ForkRunInput, forkRunInput } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { RunId } from "../contract/ids.ts";
import type { Database } from "../store/database.ts";
import { copyRun } from "../store/runs/fork/copy-run.ts";
import type { StartRunDeps } from "./start-run.ts";

export interface ForkRunDeps extends Pick<StartRunDeps, "onCommit" | "enqueue" | "wake"> {
  readonly database: Database;
}

/** Begins a run where a turn of another one began. Durable before it resolves; from then on it goes on by itself. */
export async function forkRun(
  deps: ForkRunDeps,
  input: ForkRunInput,
  by?: string,
): Promise<{ readonly runId: RunId }> {
  const parsed = forkRunInput.safeParse(input);
  if (!parsed.success) throw new AppError("invalid", `${parsed.error.issues[0]?.message}.`);
  const copied = await copyRun(deps.database, { ...parsed.data, by }, deps.enqueue);
  switch (copied.state) {
    case "unknown":
      throw new AppError("not_found", "There is no such turn.");
    case "removed":
      throw new AppError("conflict", "The org of this run was deleted, so that nothing can go on from here.");
    case "copied":
      deps.onCommit(copied.events);
      deps.wake(copied.wake);
      return { runId: copied.runId };
  }
}
