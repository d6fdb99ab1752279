import type { EffectiveTool } from "@/server/contract/tool-array.ts";

/** A tool of the agent below a line. */
export interface LineRight {
  readonly tool: EffectiveTool;
  /** False where this line, or one above it, keeps the tool back. */
  readonly isPassed: boolean;
  /** False where the agent above cannot use it itself: a right that is wider than the parent's. */
  readonly isHeldAbove: boolean;
}

/** What the agent below a line may call, what is kept back on the way, and what only it may call. Delegation is left out. */
export function lineRights(
  below: readonly EffectiveTool[],
  above: readonly EffectiveTool[],
): { readonly rights: readonly LineRight[]; readonly passedCount: number; readonly widerCount: number } {
  const held = new Set(above.filter(isUsable).map((tool) => tool.name));
  const rights = below
    .filter((tool) => tool.origin.kind !== "delegation" && (isUsable(tool) || isKeptBack(tool)))
    .map((tool) => ({ tool, isPassed: !isKeptBack(tool), isHeldAbove: held.has(tool.name) }));
  const passed = rights.filter((right) => right.isPassed);
  return {
    rights,
    passedCount: passed.length,
    widerCount: passed.filter((right) => !right.isHeldAbove).length,
  };
}

function isUsable(tool: EffectiveTool): boolean {
  return tool.isEnabled && !tool.isRefused;
}

function isKeptBack(tool: EffectiveTool): boolean {
  return tool.isRefused && tool.steps.some((step) => step.id === "line" && step.outcome === "removed");
}
