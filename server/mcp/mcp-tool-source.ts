import type { ToolResult } from "../contract/tool-result.ts";
import { defineTool } from "../engine/define-tool.ts";
import type { AgentScope, BoundTool, ToolContext, ToolSource } from "../engine/tool.ts";
import type { ToolArguments } from "./argument-check.ts";
import type { McpServerBook, StoredMcpServer } from "./mcp-server-book.ts";
import { type OfferedTool, offeredTools } from "./offered-tool.ts";

export interface McpToolCall {
  readonly server: string;
  /** As the server spells it. */
  readonly tool: string;
  readonly input: ToolArguments;
}

/** Runs a tool on its server, starting it if need be. Resolves with a result whatever happens. */
export interface McpCaller {
  call(call: McpToolCall, context: ToolContext): Promise<ToolResult>;
}

export interface McpToolSourceOptions {
  readonly book: Pick<McpServerBook, "list">;
  readonly caller: McpCaller;
}

/**
 * Gives each agent the tools of the MCP servers it was granted, from what the last connection test remembered: listing starts
 * no process. Sorted by name; a granted server or tool that is not there (any more) gives nothing.
 */
export function createMcpToolSource({ book, caller }: McpToolSourceOptions): ToolSource {
  const known = new Map<string, { readonly key: string; readonly tools: readonly OfferedTool[] }>();

  // Mending hundreds of schemas before every turn would be wasted: a test always changes `testedAt`.
  function offeredBy(server: StoredMcpServer): readonly OfferedTool[] {
    const key = `${server.testedAt} ${server.tools.length}`;
    const remembered = known.get(server.name);
    if (remembered?.key === key) return remembered.tools;
    const tools = offeredTools(server);
    known.set(server.name, { key, tools });
    return tools;
  }

  return {
    kind: "mcp",
    async list(scope) {
      if (scope.agent.mcp.length === 0 && !hasNamed(scope)) return [];
      const granted = (await book.list()).flatMap((server) =>
        offeredBy(server)
          .filter((tool) => tool.problem === null && isGranted(scope, server.name, tool))
          .map((tool) => toBoundTool(server.name, tool, caller)),
      );
      const byName = new Map(granted.map((tool) => [tool.name, tool]));
      return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

/** By the drawing, or by its name in one of the agent's toolboxes. */
function isGranted(scope: AgentScope, server: string, tool: OfferedTool): boolean {
  const isDrawn = scope.agent.mcp.some(
    (grant) => grant.server === server && (grant.tools?.includes(tool.originalName) ?? true),
  );
  return isDrawn || (scope.toolNames?.has(tool.exposedName) ?? false);
}

function hasNamed({ toolNames = new Set() }: AgentScope): boolean {
  for (const name of toolNames) if (name.startsWith("mcp_")) return true;
  return false;
}

function toBoundTool(server: string, tool: OfferedTool, caller: McpCaller): BoundTool {
  return defineTool({
    name: tool.exposedName,
    description: tool.description,
    inputSchema: tool.input,
    origin: { kind: "mcp", id: server },
    groups: ["mcp", `mcp:${server}`],
    flags: tool.flags,
    ...(tool.saidEffect && { saidEffect: tool.saidEffect }),
    destroys: () => tool.isSaidToDestroy,
    secrets: { into: "arguments" },
    execute: (input, context) => caller.call({ server, tool: tool.originalName, input }, context),
  });
}
