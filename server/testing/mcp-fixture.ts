import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentId, ArtifactId, CallId, RunId, SessionId } from "../contract/ids.ts";
import { agentSchema, type McpGrant } from "../contract/org-document.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import type { AgentScope, ToolContext } from "../engine/tool.ts";
import type { McpLimits } from "../mcp/mcp-limits.ts";
import { createMcpManager, type McpManager } from "../mcp/mcp-manager.ts";
import type { McpServerBook } from "../mcp/mcp-server-book.ts";
import type { NewRunFile } from "../mcp/run-files.ts";
import type { ServerSecrets } from "../mcp/server-secrets.ts";
import { createMemoryMcpBook } from "./mcp-memory-book.ts";

const projectDir = join(import.meta.dirname, "..", "..");
const scriptedServer = join(import.meta.dirname, "mcp-scripted-server.mjs");

/** A manager with real processes in a folder of its own. */
export interface McpFixture {
  readonly manager: McpManager;
  readonly book: McpServerBook;
  readonly dataDir: string;
  /** Files that servers answered with. */
  readonly files: NewRunFile[];
  /** Another manager on the same folder, as after a restart. */
  createManager(limits?: Partial<McpLimits>): McpManager;
  /** Adds the scripted server in one of its modes. */
  addScripted(name: string, mode?: string, env?: Readonly<Record<string, string>>): Promise<void>;
  dispose(): Promise<void>;
}

/** `folder` continues on the data folder of another fixture. */
export async function createMcpFixture(
  limits: Partial<McpLimits> = {},
  folder?: string,
  secrets?: ServerSecrets,
): Promise<McpFixture> {
  const dataDir = folder ?? (await realpath(await mkdtemp(join(tmpdir(), "openhive-mcp-"))));
  const book = createMemoryMcpBook();
  const files: NewRunFile[] = [];
  const managers: McpManager[] = [];
  function createManager(more: Partial<McpLimits> = {}): McpManager {
    const manager = createMcpManager({
      book,
      dataDir,
      projectDir,
      environment: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: dataDir, LANG: "C.UTF-8" },
      runDirectory: (runId) => join(dataDir, "runs", runId),
      files: {
        async keep(context, file) {
          files.push(file);
          const artifactId = `artifact-${files.length}` as ArtifactId;
          const kept = { artifactId, name: file.name, mediaType: file.mediaType, size: file.content.length };
          context.emit({ type: "artifact.created", callId: context.callId, ...kept });
          return kept;
        },
      },
      ...(secrets && { secrets }),
      limits: { graceMs: 200, ...limits, ...more },
    });
    managers.push(manager);
    return manager;
  }
  return {
    manager: createManager(),
    book,
    dataDir,
    files,
    createManager,
    addScripted: (name, mode = "good", env = {}) =>
      book.save({ name, command: "node", args: [scriptedServer, mode, join(dataDir, `${name}.note`)], env }),
    async dispose() {
      await Promise.all(managers.map((manager) => manager.closeAll()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The scope of an agent with these grants and nothing else. */
export function mcpScope(grants: readonly McpGrant[]): AgentScope {
  const agent = agentSchema.parse({ id: "agent", name: "Agent", position: { x: 0, y: 0 }, mcp: grants });
  return { orgId: null, agent, children: [], parent: null, depth: 0, attachments: [], messages: [] };
}

export interface ContextOptions {
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
  /** Receives what the call emits. */
  readonly events?: RunEventBody[];
}

/** The context of one call in a session. */
export function mcpContext({ sessionId = "session", signal, events = [] }: ContextOptions = {}): ToolContext {
  return {
    scope: mcpScope([]),
    runId: "run" as RunId,
    sessionId: sessionId as SessionId,
    fence: 1,
    agentId: "agent" as AgentId,
    callId: "call" as CallId,
    signal: signal ?? new AbortController().signal,
    messages: () => [],
    emit: (event) => events.push(event),
    checkBudgets: async () => undefined,
  };
}
