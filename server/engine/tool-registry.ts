import type { ListedTool } from "../contract/tool-array.ts";
import { keptToolSet } from "./kept-tool-sets.ts";
import type { AgentScope, BoundTool, ToolSet, ToolSource } from "./tool.ts";
import type { AgentGate } from "./tool-gate.ts";

/**
 * Assembles the flat tool array of one turn. The order is that of the sources and, inside one, its own: the same scope
 * gives the same bytes, so that providers can cache the prefix. Of two tools with one name the earlier stays. What the gate
 * refuses is left out. The same tools under the same gate give the very same set, turn after turn.
 */
export async function assembleTools(
  sources: readonly ToolSource[],
  scope: AgentScope,
  gate?: AgentGate,
): Promise<ToolSet> {
  const asked = gate ? { ...scope, toolNames: gate.names } : scope;
  const lists = await Promise.all(sources.map((source) => source.list(asked)));
  return keptToolSet(scope.agent, { sources, gate, lists }, () => {
    const disabled = new Set(scope.agent.disabledTools);
    const set = new Map<string, BoundTool>();
    for (const [index, list] of lists.entries()) {
      for (const tool of list) {
        const isOff = disabled.has(tool.name) && !sources[index]?.isAlwaysIncluded;
        const isAllowed = gate?.judge(tool).isAllowed ?? true;
        if (isAllowed && !isOff && !set.has(tool.name)) set.set(tool.name, tool);
      }
    }
    return set;
  });
}

/** The entry of a tool in the array, as models and people see it. */
export function toListedTool({ name, description, inputSchema, origin, saidEffect }: BoundTool): ListedTool {
  return { name, description, inputSchema, origin, ...(saidEffect && { saidEffect }) };
}
