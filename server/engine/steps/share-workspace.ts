import { toolError } from "../../contract/tool-result.ts";
import type { CallStep, ToolContext } from "../tool.ts";

/** Lets one holder at a time into a workspace. */
export interface WorkspaceLock {
  /**
   * Resolves with how to leave, once it is this caller's turn; first come, first served. Rejects when `signal` aborts before.
   */
  enter(workspace: string, signal: AbortSignal): Promise<() => void>;
}

/**
 * Runs calls that are not safe beside others one at a time over all sessions that share a workspace, which is that of their
 * run. Safe calls pass at once, and those that change their session alone. Goes outside the time limit: waiting is not the tool's time.
 */
export function shareWorkspace(lock: WorkspaceLock): CallStep {
  return async ({ tool }, context, next) => {
    if (tool.flags.concurrencySafe || tool.changes === "session") return next(context);
    const leave = await lock.enter(workspaceOf(context), context.signal).catch(() => undefined);
    if (leave === undefined) return toolError("aborted", "The run was stopped before this call began.");
    try {
      return await next(context);
    } finally {
      leave();
    }
  };
}

function workspaceOf({ runId }: ToolContext): string {
  return runId;
}
