import { type ToolResult, toolError } from "../../contract/tool-result.ts";
import { joinSignals } from "../join-signals.ts";
import type { CallStep, ToolContext } from "../tool.ts";
import { workspaceName } from "../workspace-name.ts";

/** Being alone in a workspace. */
export interface WorkspacePlace {
  leave(): void;
  /** Aborts when somebody else may be in as well from now on. */
  readonly lost?: AbortSignal;
}

/** Lets one holder at a time into a workspace. */
export interface WorkspaceLock {
  /**
   * Resolves once it is this caller's turn; first come, first served. Rejects when `signal` aborts before, or when it cannot be
   * found out whose turn it is.
   */
  enter(workspace: string, signal: AbortSignal): Promise<WorkspacePlace>;
}

/** Milliseconds for which a call waits for the workspace: twice as long as the longest command runs. */
const LONGEST_WAIT = 20 * 60_000;

/**
 * Runs calls that are not safe beside others one at a time over all sessions that share a workspace: those of a run, or
 * of all runs of an org that works in one. Safe calls pass at once, and those that change their session alone. Goes outside the
 * time limit: waiting is not the tool's time. It ends after 20 minutes, and the call says so.
 *
 * @param longestWait milliseconds
 */
export function shareWorkspace(lock: WorkspaceLock, longestWait = LONGEST_WAIT): CallStep {
  const runAlone = async (context: ToolContext, next: Next): Promise<ToolResult> => {
    const place = await enter(lock, context, longestWait);
    if ("status" in place) return place;
    try {
      return place.lost === undefined ? await next(context) : await whileAlone(place.lost, context, next);
    } finally {
      place.leave();
    }
  };
  return ({ tool }, context, next) => {
    const isOwn = tool.changes === "session" || tool.changes === "transcript";
    return tool.flags.concurrencySafe || isOwn ? next(context) : runAlone(context, next);
  };
}

type Next = (context: ToolContext) => Promise<ToolResult>;

async function enter(
  lock: WorkspaceLock,
  context: ToolContext,
  longestWait: number,
): Promise<WorkspacePlace | ToolResult> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error("It took too long.")), longestWait);
  const { signal, release } = joinSignals(context.signal, patience.signal);
  try {
    return await lock.enter(workspaceName(context), signal);
  } catch {
    return patience.signal.aborted && !context.signal.aborted ? stillTaken(longestWait) : notEntered(context);
  } finally {
    clearTimeout(timer);
    release();
  }
}

function stillTaken(longestWait: number): ToolResult {
  return toolError(
    "timed_out",
    `Others have worked in the workspace without a pause for ${Math.round(longestWait / 60_000)} minutes, and this call could not begin.`,
    "Nothing was done. Go on with what needs no files and try again later; if it stays so, tell a person to look which run holds the workspace.",
  );
}

function notEntered({ signal }: ToolContext): ToolResult {
  return signal.aborted
    ? toolError("aborted", "The run was stopped before this call began.")
    : toolError(
        "unavailable",
        "It could not be found out who works in the workspace.",
        "Nothing was done. Try again later.",
      );
}

/** Ends the call where it is not alone any more. */
async function whileAlone(lost: AbortSignal, context: ToolContext, next: Next): Promise<ToolResult> {
  const { signal, release } = joinSignals(lost, context.signal);
  try {
    const result = await next({ ...context, signal });
    const isCutOff = result.status === "error" && lost.aborted && !context.signal.aborted;
    return isCutOff ? cutOff() : result;
  } finally {
    release();
  }
}

function cutOff(): ToolResult {
  return toolError(
    "outcome_unknown",
    "The connection that kept others out of the workspace broke during this call, so it was stopped.",
    "Look at what it did before you do it again.",
  );
}
