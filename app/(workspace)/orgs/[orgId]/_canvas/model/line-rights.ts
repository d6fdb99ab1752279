import type { EffectiveTool } from "@/server/contract/tool-array.ts";

/** A tool of the agent below a line, seen from the agent above it. */
export interface LineRight {
  readonly tool: EffectiveTool;
  /** False where the agent above cannot use it itself: a right that is wider than the parent's. */
  readonly isHeldAbove: boolean;
}

/** What the agent below a line may call, and what only it may call. Delegation is its own affair and left out. */
export function lineRights(
  below: readonly EffectiveTool[],
  above: readonly EffectiveTool[],
): { readonly rights: readonly LineRight[]; readonly widerCount: number } {
  const held = new Set(above.filter((tool) => tool.isEnabled).map((tool) => tool.name));
  const rights = below
    .filter((tool) => tool.isEnabled && tool.origin.kind !== "delegation")
    .map((tool) => ({ tool, isHeldAbove: held.has(tool.name) }));
  return { rights, widerCount: rights.filter((right) => !right.isHeldAbove).length };
}
