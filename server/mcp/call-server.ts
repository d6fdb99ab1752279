import { type ToolResult, toolError } from "../contract/tool-result.ts";
import type { ToolContext } from "../engine/tool.ts";
import { untilAborted } from "../engine/until-aborted.ts";
import { toCallFailure } from "./call-failure.ts";
import type { McpConnection } from "./connection.ts";
import { type Lease, PoolFullError } from "./connection-pool.ts";
import type { McpToolCall } from "./mcp-tool-source.ts";
import { ownShortage } from "./own-shortage.ts";
import type { RunFiles } from "./run-files.ts";
import { toToolResult } from "./to-tool-result.ts";

export interface CallSettings {
  readonly files: RunFiles;
  /** Milliseconds in which a server has to give a sign of life after a call was given up. */
  readonly lifeSignMs: number;
  /** Finds the session's process of the server, starting it if need be. */
  acquire(): Promise<Lease>;
}

/** Runs one call to its result, whatever happens; records the start of the server if this call caused it. */
export async function callServer(
  call: McpToolCall,
  context: ToolContext,
  settings: CallSettings,
): Promise<ToolResult> {
  try {
    // The start goes on for others who wait for it: only this call stops waiting.
    const lease = await untilAborted(settings.acquire(), context.signal, (late) => late.release());
    if (lease.startedInMs !== null) {
      const durationMs = Math.round(lease.startedInMs);
      context.emit({ type: "mcp.started", callId: context.callId, server: call.server, durationMs });
    }
    return await callOnLease(call, context, { lease, ...settings });
  } catch (error) {
    return toStartFailure(error, call.server, context);
  }
}

async function callOnLease(
  call: McpToolCall,
  context: ToolContext,
  { lease, files, lifeSignMs }: Omit<CallSettings, "acquire"> & { readonly lease: Lease },
): Promise<ToolResult> {
  const { connection } = lease;
  try {
    const answer = await connection.callTool(call.tool, call.input, context.signal);
    return await toToolResult(answer, { ...call, files, context });
  } catch (error) {
    if (context.signal.aborted) void endIfStuck(connection, lifeSignMs);
    return toCallFailure({ error, server: call.server, connection, signal: context.signal });
  } finally {
    lease.release();
  }
}

function toStartFailure(error: unknown, server: string, context: ToolContext): ToolResult {
  if (context.signal.aborted)
    return toolError("aborted", "The call was stopped while the MCP server was starting.");
  if (error instanceof PoolFullError)
    return toolError("limit_reached", error.message, "Try again a little later.");
  const reason = error instanceof Error ? error.message : String(error);
  if (ownShortage(error) !== undefined)
    return toolError(
      "limit_reached",
      `The MCP server "${server}" could not be started for now. ${reason}`,
      "Try again a little later.",
    );
  const hint = "Go on without it, or say in your answer what is missing.";
  return toolError("unavailable", `The MCP server "${server}" could not be started. ${reason}`, hint);
}

/** A server that hangs in a call that was given up would hang the next one too; a fresh process will not. */
async function endIfStuck(connection: McpConnection, lifeSignMs: number): Promise<void> {
  if (connection.isAlive() && !(await connection.isResponsive(lifeSignMs))) await connection.close();
}
