import type { AgentScope, BoundTool, ToolSource } from "../../engine/tool.ts";

/** One family of built-in tools: what it gives an agent, in the order in which the model sees it. */
export type BuiltinFamily = (scope: AgentScope) => Promise<readonly BoundTool[]>;

/**
 * The tools every agent has: first in the flat array, in the order of the families.
 *
 * A name that two families claim is a mistake in this code, so it throws instead of hiding one of them.
 */
export function createBuiltinToolSource(families: readonly BuiltinFamily[]): ToolSource {
  // Turn after turn an agent has the same tools: they are looked at once.
  const kept = new WeakMap<AgentScope["agent"], Listed>();
  return {
    kind: "builtin",
    isAlwaysIncluded: true,
    async list(scope) {
      const given = (await Promise.all(families.map((family) => family(scope)))).flat();
      const known = kept.get(scope.agent);
      if (known && isSame(known.given, given)) return known.tools;
      const tools = given.map(toNative);
      refuseTwice(tools);
      kept.set(scope.agent, { given, tools });
      return tools;
    },
  };
}

function isSame(left: readonly BoundTool[], right: readonly BoundTool[]): boolean {
  return left.length === right.length && left.every((tool, index) => tool === right[index]);
}

function refuseTwice(tools: readonly BoundTool[]): void {
  const names = new Set<string>();
  for (const tool of tools) {
    if (names.has(tool.name)) throw new Error(`Two built-in tools are called ${tool.name}`);
    names.add(tool.name);
  }
}

interface Listed {
  /** As the families gave them. */
  readonly given: readonly BoundTool[];
  readonly tools: readonly BoundTool[];
}

/** The groups of everything that comes with OpenHive; `goclaw` is its name where the rules come from. */
const NATIVE_GROUPS = ["openhive", "goclaw"];
const natives = new WeakMap<BoundTool, BoundTool>();

/**
 * Toolboxes decide about built-in tools, unless a tool is stricter itself; rules know them all as native. The same tool gives the
 * very same answer.
 */
function toNative(tool: BoundTool): BoundTool {
  const known = natives.get(tool) ?? {
    ...tool,
    grant: tool.grant ?? "toolbox",
    groups: [...(tool.groups ?? []), ...NATIVE_GROUPS],
  };
  natives.set(tool, known);
  return known;
}
