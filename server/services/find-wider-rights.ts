import type { Agent, McpGrant, OrgDocument } from "../contract/org-document.ts";
import type { OrgProblem } from "../contract/org-graph.ts";

/**
 * Agents that may do what the agent above them may not: whoever delegates to them gets round its own rights. Pure.
 *
 * Two kinds are looked at: tools that are switched off or denied above and not below, and more tools of the same MCP server.
 * That a specialist has skills and servers which its parent lacks is what delegation is for.
 */
export function findWiderRights({ agents, lines }: OrgDocument): readonly OrgProblem[] {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  return lines.flatMap(({ parentId, childId }) => {
    const parent = byId.get(parentId);
    const child = byId.get(childId);
    if (!parent || !child) return [];
    return [...unbarred(parent, child), ...widerGrants(parent, child)].map(
      (what): OrgProblem => ({
        level: "warning",
        message: `${child.name} may use ${what}, which ${parent.name} above it may not.`,
        agentId: child.id,
      }),
    );
  });
}

function unbarred(parent: Agent, child: Agent): readonly string[] {
  const below = barredFor(child);
  return [...barredFor(parent)].filter((tool) => !below.has(tool) && !below.has("*") && mayHave(child, tool));
}

function barredFor(agent: Agent): ReadonlySet<string> {
  return new Set([...agent.disabledTools, ...(agent.policy?.deny ?? [])]);
}

/** Built-in tools are everybody's; those of servers need a grant; delegating is drawn, not granted. */
function mayHave(agent: Agent, tool: string): boolean {
  if (tool.startsWith("delegate_")) return false;
  const [, server] = /^mcp__(.+?)__/.exec(tool) ?? [];
  return server === undefined || agent.mcp.some((grant) => grant.server === server);
}

function widerGrants(parent: Agent, child: Agent): readonly string[] {
  const above = new Map(parent.mcp.map((grant) => [grant.server, grant]));
  return child.mcp.flatMap((grant) => {
    const more = moreTools(above.get(grant.server), grant);
    return more === undefined ? [] : [more];
  });
}

function moreTools(above: McpGrant | undefined, grant: McpGrant): string | undefined {
  if (!above?.tools) return undefined;
  if (!grant.tools) return `every tool of ${grant.server}`;
  const tools = grant.tools.filter((tool) => !above.tools?.includes(tool));
  return tools.length === 0 ? undefined : `${tools.join(", ")} of ${grant.server}`;
}
