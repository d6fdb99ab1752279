import { storable } from "../contract/storable.ts";
import type { McpConnection } from "./connection.ts";
import { longestError } from "./mcp-limits.ts";
import type { McpTestRecord } from "./mcp-server-book.ts";
import { ownShortage } from "./own-shortage.ts";
import { mostTools, rememberTools } from "./remember-tools.ts";

export interface McpTestOutcome {
  readonly record: McpTestRecord;
  /** Whether it failed for want of something of this machine: that says nothing of the server. */
  readonly isOwnShortage: boolean;
}

/**
 * Opens a connection, takes down the tool list, closes it. Failure is in the record, in words for people; never rejects.
 * Nothing of the process is left when it resolves.
 */
export async function testConnection(
  open: () => Promise<McpConnection>,
  listTimeoutMs: number,
): Promise<McpTestOutcome> {
  const testedAt = new Date().toISOString();
  try {
    const connection = await open();
    try {
      const tools = await listTools(connection, listTimeoutMs);
      return { record: { tools: rememberTools(tools), testedAt, error: null }, isOwnShortage: false };
    } finally {
      await connection.close();
    }
  } catch (error) {
    const message = storable((error as Error).message.slice(0, longestError));
    return {
      record: { tools: [], testedAt, error: message },
      isOwnShortage: ownShortage(error) !== undefined,
    };
  }
}

async function listTools(connection: McpConnection, timeoutMs: number): Promise<readonly unknown[]> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await connection.listTools(mostTools, limit);
  } catch (cause) {
    const fault = connection.end()?.fault;
    if (fault != null)
      throw new Error(`It started but did not list its tools. ${fault} It was stopped.`, { cause });
    const reason = limit.aborted ? `no answer within ${timeoutMs / 1_000} s` : (cause as Error).message;
    const words = connection.lastWords(3);
    const ending = words === "" ? "" : ` Its last words: ${words}`;
    throw new Error(`It started but did not list its tools: ${reason}.${ending}`, { cause });
  }
}
