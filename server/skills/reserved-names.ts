import type { BoundTool } from "../engine/tool.ts";
import { SKILL_TOOL_NAMES } from "./skill-builtins.ts";

/** Names that no function of a skill gets: it would have what rules and secrets give the tool of that name. */
export interface ReservedNames {
  readonly isReserved: (name: string) => boolean;
  /** Before anything runs: the tools that are always there. */
  reserve(tools: readonly BoundTool[]): void;
}

export function createReservedNames(): ReservedNames {
  const names = new Set<string>(SKILL_TOOL_NAMES);
  return {
    isReserved: (name) => names.has(name) || name.startsWith("mcp__") || name.startsWith("delegate_"),
    reserve(tools) {
      for (const { name, aliases = [] } of tools) for (const one of [name, ...aliases]) names.add(one);
    },
  };
}
