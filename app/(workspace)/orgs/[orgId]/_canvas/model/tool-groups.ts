import type { EffectiveTool } from "@/server/contract/tool-array.ts";

/** Where a tool comes from, as people sort them. */
export type ToolSourceKind = "builtin" | "skill" | "toolbox" | "mcp" | "delegation";

/** The tools of one source, in the order in which they are sent. */
export interface ToolGroup {
  readonly kind: ToolSourceKind;
  readonly label: string;
  readonly tools: readonly EffectiveTool[];
  /** Tokens of those that are sent from the first turn on. */
  readonly tokens: number;
}

const labels: Readonly<Record<ToolSourceKind, string>> = {
  builtin: "Built-in",
  skill: "Skills",
  toolbox: "Executables",
  mcp: "MCP",
  delegation: "Delegation",
};

const order: readonly ToolSourceKind[] = ["builtin", "skill", "toolbox", "mcp", "delegation"];

/** An origin's kind as one of those that have a colour and an icon; anything unknown counts as an executable. */
export function toSourceKind(kind: string): ToolSourceKind {
  return order.find((known) => known === kind) ?? "toolbox";
}

/** Tokens a tool costs in the first turn: none while it is off or waits for its skill. */
export function tokensNow(tool: EffectiveTool): number {
  return tool.isEnabled && tool.isSentFromStart ? tool.tokens : 0;
}

/** Groups by source in the order of the array; groups without tools are left out. */
export function groupTools(tools: readonly EffectiveTool[], search = ""): readonly ToolGroup[] {
  const words = search.trim().toLowerCase();
  const found = tools.filter((tool) =>
    `${tool.name} ${tool.origin.id} ${tool.description}`.toLowerCase().includes(words),
  );
  return order.flatMap((kind) => {
    const own = found.filter((tool) => toSourceKind(tool.origin.kind) === kind);
    const tokens = own.reduce((sum, tool) => sum + tokensNow(tool), 0);
    return own.length === 0 ? [] : [{ kind, label: labels[kind], tools: own, tokens }];
  });
}

/** The figures over the list: tokens of a first turn and for how many tools. */
export function sumTools(tools: readonly EffectiveTool[]): {
  readonly tokens: number;
  readonly count: number;
} {
  const sent = tools.filter((tool) => tool.isEnabled && tool.isSentFromStart);
  return { tokens: sent.reduce((sum, tool) => sum + tool.tokens, 0), count: sent.length };
}
