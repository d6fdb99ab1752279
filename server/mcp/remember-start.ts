import { storable } from "../contract/storable.ts";
import type { McpConnection } from "./connection.ts";
import { longestError } from "./mcp-limits.ts";
import type { McpServerBook, StoredMcpServer } from "./mcp-server-book.ts";
import { ownShortage } from "./own-shortage.ts";

/**
 * Starts a server for a run, and keeps what people are told of it true between two tests: that it fails from the first start that failed,
 * and works again from the first that did not. A start that was given up says nothing of the server, and neither does one for which
 * this machine had too little left.
 */
export async function rememberStart(
  book: Pick<McpServerBook, "get" | "saveError">,
  server: StoredMcpServer,
  { start, signal }: { readonly start: () => Promise<McpConnection>; readonly signal: AbortSignal },
): Promise<McpConnection> {
  try {
    const connection = await start();
    await remember(book, server, null);
    return connection;
  } catch (error) {
    if (!signal.aborted && ownShortage(error) === undefined)
      await remember(book, server, storable((error as Error).message.slice(0, longestError)));
    throw error;
  }
}

async function remember(
  book: Pick<McpServerBook, "get" | "saveError">,
  server: StoredMcpServer,
  error: string | null,
): Promise<void> {
  try {
    const now = await book.get(server.name);
    // What was changed meanwhile was not tried.
    if (!now || now.error === error || settingsOf(now) !== settingsOf(server)) return;
    await book.saveError(server.name, error);
  } catch {
    // The call goes on, or fails, by itself; the next start tells the same.
  }
}

const settingsOf = ({ command, args, env }: StoredMcpServer): string => JSON.stringify([command, args, env]);
