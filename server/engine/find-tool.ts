import type { BoundTool, ToolSet } from "./tool.ts";

/** The tool that a call means: the one of that name, else the first that answers to it as well. */
export function findTool(tools: ToolSet, name: string): BoundTool | undefined {
  const named = tools.get(name);
  if (named) return named;
  for (const tool of tools.values()) if (tool.aliases?.includes(name)) return tool;
  return undefined;
}
