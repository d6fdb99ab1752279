import type { McpServerSummary } from "../contract/mcp-servers.ts";
import { isReferenceOnly } from "../contract/secret-references.ts";
import type { StoredMcpServer } from "./mcp-server-book.ts";
import { offeredTools } from "./offered-tool.ts";

/**
 * What people and programs may see of a server. Names of environment variables only: their values never leave the server, but for
 * references to secrets, which are none.
 * `usedBy` counts the agents that are granted it.
 */
export function toMcpServerSummary(server: StoredMcpServer, usedBy: number): McpServerSummary {
  return {
    name: server.name,
    command: server.command,
    args: server.args,
    envNames: Object.keys(server.env).sort(),
    envReferences: Object.fromEntries(
      Object.entries(server.env)
        .filter(([, value]) => isReferenceOnly(value))
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    ),
    status: statusOf(server),
    error: server.error,
    testedAt: server.testedAt,
    tools: offeredTools(server).map((tool) => ({
      name: tool.originalName,
      exposedName: tool.exposedName,
      description: tool.description,
      inputSchema: tool.input.jsonSchema,
      isReadOnly: tool.flags.readOnly,
      problem: tool.problem,
    })),
    usedBy,
  };
}

function statusOf(server: StoredMcpServer): McpServerSummary["status"] {
  if (server.error !== null) return "failing";
  return server.testedAt === null ? "untested" : "ready";
}
