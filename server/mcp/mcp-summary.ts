import type { McpServerSummary } from "../contract/api.ts";
import type { StoredMcpServer } from "./mcp-server-book.ts";
import { offeredTools } from "./offered-tool.ts";

/**
 * What people and programs may see of a server. Names of environment variables only: their values never leave the server.
 * `usedBy` counts the agents that are granted it.
 */
export function toMcpServerSummary(server: StoredMcpServer, usedBy: number): McpServerSummary {
  return {
    name: server.name,
    command: server.command,
    args: server.args,
    envNames: Object.keys(server.env).sort(),
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
