import { storable } from "../contract/storable.ts";
import type { McpConnection } from "./connection.ts";
import { longestError } from "./mcp-limits.ts";
import type { McpTestRecord } from "./mcp-server-book.ts";
import { mostTools, rememberTools } from "./remember-tools.ts";

/**
 * Opens a connection, takes down the tool list, closes it. Failure is in the record, in words for people; never rejects.
 * Nothing of the process is left when it resolves.
 */
export async function testConnection(
  open: () => Promise<McpConnection>,
  listTimeoutMs: number,
): Promise<McpTestRecord> {
  const testedAt = new Date().toISOString();
  try {
    const connection = await open();
    try {
      const tools = await listTools(connection, listTimeoutMs);
      return { tools: rememberTools(tools), testedAt, error: null };
    } finally {
      await connection.close();
    }
  } catch (error) {
    return { tools: [], testedAt, error: storable((error as Error).message.slice(0, longestError)) };
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
