import { join } from "node:path";
import { AppError } from "../contract/app-error.ts";
import type { RunId, SessionId } from "../contract/ids.ts";
import { type ToolResult, toolError } from "../contract/tool-result.ts";
import type { ToolContext } from "../engine/tool.ts";
import { createProcessLedger } from "../security/process-ledger.ts";
import type { McpConnection } from "./connection.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { createEraMemory } from "./era-memory.ts";
import { defaultMcpLimits, type McpLimits } from "./mcp-limits.ts";
import type { McpServerBook, McpServerSettings, McpTestRecord, StoredMcpServer } from "./mcp-server-book.ts";
import type { McpCaller, McpToolCall } from "./mcp-tool-source.ts";
import { rememberStart } from "./remember-start.ts";
import type { RunFiles } from "./run-files.ts";
import { type LaunchSettings, prepareLaunch } from "./server-launch.ts";
import { openServerSecrets, type ServerSecrets, settingsStamp } from "./server-secrets.ts";
import { type McpTestOutcome, testConnection } from "./test-connection.ts";
import { withoutValues } from "./without-values.ts";

export interface McpManagerOptions extends LaunchSettings {
  readonly book: Pick<McpServerBook, "get" | "saveTools" | "saveError">;
  readonly files: RunFiles;
  /** The folder that `${OPENHIVE_RUN_DIR}` stands for. */
  readonly runDirectory: (runId: RunId) => string;
  /** Absent: settings that refer to a secret start nothing. */
  readonly secrets?: ServerSecrets;
  readonly limits?: Partial<McpLimits>;
}

/**
 * Runs MCP servers over stdio: none is started before the first call, one process serves a session to its end, and each is
 * ended with its whole process tree.
 */
export interface McpManager extends McpCaller {
  /** Starts the server, lists its tools, stops it. Failure is in the record, never thrown. Touches no stored server. */
  testServer(server: McpServerSettings): Promise<McpTestRecord>;
  /**
   * Tests a stored server and remembers the outcome. After a failure its earlier tools stay remembered, so that agents do not
   * lose them while it is down. Rejects with `AppError("not_found")`.
   */
  testAndRemember(name: string): Promise<StoredMcpServer>;
  /** Sessions that servers run for, in this process. */
  sessions(): readonly SessionId[];
  /** To be called when a session ends. Resolves when its server processes are gone. */
  closeSession(sessionId: SessionId): Promise<void>;
  /** To be called when a server is removed. */
  closeServer(name: string): Promise<void>;
  /** To be called at shutdown; calls after it are refused. */
  closeAll(): Promise<void>;
  /** To be called at boot: ends the processes that a killed OpenHive left behind. Gives how many. */
  reapLeftovers(): Promise<number>;
}

/** Builds the manager; nothing is started, read or loaded until it is used: the SDK is a good part of what a start would cost. */
export function createMcpManager(options: McpManagerOptions): McpManager {
  const limits = { ...defaultMcpLimits, ...options.limits };
  const ledger = createProcessLedger(join(options.dataDir, "processes"));
  const eras = createEraMemory(join(options.dataDir, "mcp", "protocols.json"));
  const pool = new ConnectionPool({ idleMs: limits.idleMs, maximum: limits.maximumProcesses });
  const shutdown = new AbortController();
  const tests = new Set<Promise<unknown>>();

  /** How to start the server once all that it needs is there: what is missing for one run is no fault of the server. */
  async function prepare(server: McpServerSettings, context: ToolContext | undefined, signal: AbortSignal) {
    const runDir = (ownFolder: string) => (context ? options.runDirectory(context.runId) : ownFolder);
    const secrets = await openServerSecrets(options.secrets, server, context);
    const launch = await prepareLaunch(server, options, { runDir, secrets });
    const limit = AbortSignal.any([signal, shutdown.signal]);
    const { openConnection } = await import("./open-connection.ts");
    const start = async () =>
      withoutValues(await openConnection(launch, { ledger, eras, ...limits }, limit), secrets.values());
    return { start, signal: limit };
  }

  async function openForTest(server: McpServerSettings): Promise<McpConnection> {
    const { start } = await prepare(server, undefined, shutdown.signal);
    return start();
  }

  async function openForRun(
    server: StoredMcpServer,
    context: ToolContext,
    signal: AbortSignal,
  ): Promise<McpConnection> {
    return rememberStart(options.book, server, await prepare(server, context, signal));
  }

  async function call(request: McpToolCall, context: ToolContext): Promise<ToolResult> {
    if (shutdown.signal.aborted) return toolError("unavailable", "OpenHive is shutting down.");
    const server = await options.book.get(request.server);
    if (server === undefined)
      return toolError("unavailable", `The MCP server "${request.server}" was removed.`);
    const settings = await settingsStamp(options.secrets, server);
    const key = { sessionId: context.sessionId, server: server.name, settings };
    const acquire = () => pool.acquire(key, (signal) => openForRun(server, context, signal));
    const { callServer } = await import("./call-server.ts");
    return callServer(request, context, { files: options.files, lifeSignMs: limits.lifeSignMs, acquire });
  }

  function runTest(server: McpServerSettings): Promise<McpTestOutcome> {
    const running = testConnection(() => openForTest(server), limits.listTimeoutMs);
    tests.add(running);
    return running.finally(() => tests.delete(running));
  }

  return {
    call,
    testServer: async (server) => (await runTest(server)).record,
    async testAndRemember(name) {
      const server = await options.book.get(name);
      if (server === undefined) throw new AppError("not_found", `There is no MCP server named "${name}".`);
      const { record: found, isOwnShortage } = await runTest(server);
      const record = found.error === null ? found : { ...found, tools: server.tools };
      if (!isOwnShortage) await options.book.saveTools(name, record);
      return { ...server, ...record };
    },
    sessions: () => pool.sessions(),
    closeSession: (sessionId) => pool.close((key) => key.sessionId === sessionId),
    closeServer: (name) => pool.close((key) => key.server === name),
    async closeAll() {
      shutdown.abort(new Error("OpenHive is shutting down."));
      await pool.close(() => true);
      await Promise.all(tests);
    },
    reapLeftovers: () => ledger.reap(),
  };
}
