import type { Json } from "../contract/json.ts";

/**
 * A tool as its server described it at the last connection test, unmended: untrusted data.
 * What an agent is offered is worked out from it anew, so that a better mender helps without another test.
 */
export interface RememberedTool {
  /** As the server spells it; the name a call has to use. */
  readonly name: string;
  readonly description: string;
  /** Whatever the server sent as its schema; null when it sent none. */
  readonly inputSchema: Json;
  readonly annotations: Json;
  /** Why this tool cannot be offered whatever its schema says (no name, too large, needs a protocol extension). */
  readonly problem?: string;
}

/** A server people connected, with its secrets readable: never leaves the server side. See `toMcpServerSummary`. */
export interface StoredMcpServer {
  /** 1 to 40 of A-Z a-z 0-9 _ and -. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Decrypted. */
  readonly env: Readonly<Record<string, string>>;
  /** Empty until a test succeeded. */
  readonly tools: readonly RememberedTool[];
  /** ISO 8601; null until it was tested. */
  readonly testedAt: string | null;
  /** Why the last test, or a start in a run since, failed; null when it succeeded or there was none. */
  readonly error: string | null;
}

/** What a person decides about a server; the rest is learnt from it. */
export type McpServerSettings = Pick<StoredMcpServer, "name" | "command" | "args" | "env">;

/** What a connection test found. */
export type McpTestRecord = Pick<StoredMcpServer, "tools" | "testedAt" | "error">;

/**
 * Keeps the connected servers. Every method is one commit and durable before it resolves.
 * Environment values are encrypted at rest by whoever implements it.
 */
export interface McpServerBook {
  /** Sorted by name, code unit by code unit. */
  list(): Promise<readonly StoredMcpServer[]>;
  get(name: string): Promise<StoredMcpServer | undefined>;
  /**
   * Adds the server or replaces its settings. Where command, args or env changed, what was remembered about it is kept
   * but `testedAt` and `error` go back to null: untested, while agents keep their tools.
   */
  save(server: McpServerSettings): Promise<void>;
  /** Remembers the outcome of a test. Does nothing when the server was removed meanwhile. */
  saveTools(name: string, record: McpTestRecord): Promise<void>;
  /** Remembers how a start in a run went: why it failed, or null. Does nothing when the server was removed meanwhile. */
  saveError(name: string, error: string | null): Promise<void>;
  /** Does nothing when there is none of that name. */
  remove(name: string): Promise<void>;
}
