import { ownValue } from "../contract/own-value.ts";
import type { BoundTool } from "../engine/tool.ts";
import { TOOL_ALIASES, TOOL_GROUPS } from "./tool-groups.ts";

/** What rules may know about a tool. */
export interface RuledTool {
  readonly name: string;
  /** Groups it declares itself, such as `mcp` and `mcp:github`. */
  readonly groups: readonly string[];
}

/** The tool as rules know it. */
export function toRuledTool({ name, groups = [] }: Pick<BoundTool, "name" | "groups">): RuledTool {
  return { name, groups };
}

/** The entry of the list that covers the tool, as it is written there; undefined when none does. */
export function matchingEntry(list: readonly string[], tool: RuledTool): string | undefined {
  return list.find((entry) => covers(entry, tool));
}

function covers(entry: string, tool: RuledTool): boolean {
  if (entry === "*") return true;
  if (entry.startsWith("group:")) return isInGroup(entry.slice("group:".length), tool);
  return canonicalName(entry) === canonicalName(tool.name);
}

/** A group that nobody knows has no members. */
function isInGroup(group: string, tool: RuledTool): boolean {
  if (tool.groups.includes(group)) return true;
  return ownValue(TOOL_GROUPS, group)?.includes(canonicalName(tool.name)) ?? false;
}

/** The name under which rules compare. */
function canonicalName(name: string): string {
  return ownValue(TOOL_ALIASES, name) ?? name;
}
