import { toolError } from "../../contract/tool-result.ts";
import type { CallStep } from "../tool.ts";
import { workspaceName } from "../workspace-name.ts";

/** Lets one holder at a time into a workspace. */
export interface WorkspaceLock {
  /**
   * Resolves with how to leave, once it is this caller's turn; first come, first served. Rejects when `signal` aborts before.
   */
  enter(workspace: string, signal: AbortSignal): Promise<() => void>;
}

/**
 * Runs calls that are not safe beside others one at a time over all sessions that share a workspace: those of a run, or
 * of all runs of an org that works in one. Safe calls pass at once, and those that change their session alone. Goes outside the time limit: waiting is not the tool's time.
 */
export function shareWorkspace(lock: WorkspaceLock): CallStep {
  return async ({ tool }, context, next) => {
    if (tool.flags.concurrencySafe || tool.changes === "session") return next(context);
    const leave = await lock.enter(workspaceName(context), context.signal).catch(() => undefined);
    if (leave === undefined) return toolError("aborted", "The run was stopped before this call began.");
    try {
      return await next(context);
    } finally {
      leave();
    }
  };
}
