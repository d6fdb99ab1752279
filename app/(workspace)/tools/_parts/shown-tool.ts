import type { SkillDetail } from "@/server/contract/api.ts";
import type { McpServerSummary } from "@/server/contract/mcp-servers.ts";
import type { ListedTool } from "@/server/contract/tool-array.ts";

/** A tool of the catalogue: as the model sees it, plus why it is not offered. */
export interface ShownTool extends ListedTool {
  /** Unique over all sources. */
  readonly id: string;
  readonly problem: string | null;
}

export interface ToolGroup {
  readonly kind: string;
  /** "Built-in", or the name of the skill or server. */
  readonly name: string;
  /** How an agent gets these tools. */
  readonly grant: string;
  readonly tools: readonly ShownTool[];
}

interface Catalogue {
  readonly builtin: readonly ListedTool[];
  readonly skills: readonly SkillDetail[];
  readonly servers: readonly McpServerSummary[];
}

/** Every tool there is, in the order of the flat tool array: built-in, skills, MCP, delegation. */
export function toToolGroups({ builtin, skills, servers }: Catalogue): readonly ToolGroup[] {
  const shown = builtin.map((tool) => ({ ...tool, id: tool.name, problem: null }));
  return [
    {
      kind: "builtin",
      name: "Built-in",
      grant:
        "Agents have the core floor without a grant, the rest by a toolbox; those for skills come with the first skill.",
      tools: shown.filter((tool) => tool.origin.kind !== "delegation"),
    },
    ...skills.map(skillGroup),
    ...servers.map(serverGroup),
    {
      kind: "delegation",
      name: "Delegation",
      grant: "An agent has these when others report to it; only those can be chosen.",
      tools: shown.filter((tool) => tool.origin.kind === "delegation"),
    },
  ].filter((group) => group.tools.length > 0);
}

function skillGroup(skill: SkillDetail): ToolGroup {
  return {
    kind: "skill",
    name: skill.name,
    grant: "An agent gets these when it was granted the skill and has activated it.",
    tools: skill.functions.map((tool) => ({
      id: `${skill.name} ${tool.name}`,
      name: tool.name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      origin: { kind: "skill", id: skill.name },
      problem: skill.isUsable ? null : "The skill has errors: see Skills.",
    })),
  };
}

function serverGroup(server: McpServerSummary): ToolGroup {
  return {
    kind: "mcp",
    name: server.name,
    grant: "An agent has these when it was granted the server.",
    tools: server.tools.map((tool) => ({
      id: `${server.name} ${tool.name}`,
      name: tool.exposedName,
      description: tool.description,
      inputSchema: tool.inputSchema,
      origin: { kind: "mcp", id: server.name },
      problem: tool.problem,
    })),
  };
}

/** Groups with what fits the search; groups without any fall away. */
export function searchTools(groups: readonly ToolGroup[], search: string): readonly ToolGroup[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return groups;
  return groups
    .map((group) => ({
      ...group,
      tools: group.tools.filter((tool) =>
        `${tool.name} ${tool.description} ${group.name}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter((group) => group.tools.length > 0);
}
