import type { AgentScope, BoundTool, ToolSet, ToolSource } from "./tool.ts";
import type { AgentGate } from "./tool-gate.ts";

/** What a set was assembled from. */
export interface ToolParts {
  readonly sources: readonly ToolSource[];
  readonly gate: AgentGate | undefined;
  /** What each source listed. */
  readonly lists: readonly (readonly BoundTool[])[];
}

interface KeptSet extends ToolParts {
  readonly set: ToolSet;
}

// Agents of a version of an org are the same objects in every session.
const kept = new WeakMap<AgentScope["agent"], KeptSet>();

/** The set that was made last for the agent, if it was made from the very same tools under the same gate; otherwise a new one. */
export function keptToolSet(agent: AgentScope["agent"], parts: ToolParts, make: () => ToolSet): ToolSet {
  const known = kept.get(agent);
  if (known && isSame(known, parts)) return known.set;
  const set = make();
  // Copies: a source may change its list in place.
  kept.set(agent, { ...parts, lists: parts.lists.map((list) => [...list]), set });
  return set;
}

function isSame(left: ToolParts, right: ToolParts): boolean {
  if (left.sources !== right.sources || left.gate !== right.gate) return false;
  return left.lists.every((list, index) => isSameList(list, right.lists[index] ?? []));
}

function isSameList(left: readonly BoundTool[], right: readonly BoundTool[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) if (left[index] !== right[index]) return false;
  return true;
}
