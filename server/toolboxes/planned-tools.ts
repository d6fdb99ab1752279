import type { PlannedTool } from "../contract/toolbox.ts";
import { BUILTIN_TOOLBOXES } from "./builtin-toolboxes.ts";
import { CORE_TOOLS } from "./core-floor.ts";

export interface NamedSet {
  readonly name: string;
  readonly tools: readonly string[];
}

const NAMING: readonly NamedSet[] = [
  { name: "Core floor", tools: CORE_TOOLS },
  ...BUILTIN_TOOLBOXES.map(({ name, tools }) => ({ name: `Toolbox ${name}`, tools })),
];

/**
 * Tools that OpenHive knows by name and does not have: listed as planned, offered to nobody. Sorted by name.
 *
 * @param existing names of tools that are there
 * @param more further sets that name tools, such as the groups of the policy
 */
export function plannedTools(
  existing: ReadonlySet<string>,
  more: readonly NamedSet[] = [],
): readonly PlannedTool[] {
  const namedBy = new Map<string, string[]>();
  for (const { name: set, tools } of [...NAMING, ...more]) {
    for (const tool of tools) {
      if (tool === "*" || existing.has(tool)) continue;
      namedBy.set(tool, [...(namedBy.get(tool) ?? []), set]);
    }
  }
  return [...namedBy]
    .map(([name, sets]) => ({ name, namedBy: sets }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}
