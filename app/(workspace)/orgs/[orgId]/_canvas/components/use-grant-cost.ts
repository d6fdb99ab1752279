"use client";

import { useQuery } from "@tanstack/react-query";
import { estimateTokenCount } from "tokenx";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import type { PaletteItem } from "../store/editor-state.ts";

/** About how many tokens a grant adds to each turn: a skill its line in the catalogue, a server all its tools. */
export function useGrantCost(item: PaletteItem): number | undefined {
  const trpc = useTRPC();
  const skills = useQuery(trpc.skills.list.queryOptions(undefined, { enabled: item.kind === "skill" }));
  const servers = useQuery(trpc.mcp.list.queryOptions(undefined, { enabled: item.kind === "mcp" }));
  if (item.kind === "skill") {
    const skill = skills.data?.find((candidate) => candidate.name === item.name);
    return skill && estimateTokenCount(`- ${skill.name}: ${skill.description}`);
  }
  if (item.kind === "mcp") {
    const server = servers.data?.find((candidate) => candidate.name === item.name);
    return server?.tools
      .filter((tool) => tool.problem === null)
      .map(({ exposedName, description, inputSchema }) =>
        estimateTokenCount(JSON.stringify({ name: exposedName, description, inputSchema })),
      )
      .reduce((sum, tokens) => sum + tokens, 0);
  }
  return undefined;
}
