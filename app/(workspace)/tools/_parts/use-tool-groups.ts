"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { type ToolGroup, toToolGroups } from "./shown-tool.ts";

interface ToolGroups {
  readonly groups: readonly ToolGroup[];
  /** While the built-in tools are on their way; skills and servers join when they arrive. */
  readonly isPending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The catalogue of all tools, put together from its sources. */
export function useToolGroups(): ToolGroups {
  const trpc = useTRPC();
  const builtin = useQuery(trpc.tools.builtin.queryOptions());
  const servers = useQuery(trpc.mcp.list.queryOptions());
  const list = useQuery(trpc.skills.list.queryOptions());
  const withFunctions = (list.data ?? []).filter((skill) => skill.functionCount > 0);
  const skills = useQueries({
    queries: withFunctions.map((skill) => trpc.skills.get.queryOptions({ name: skill.name })),
  });
  return {
    groups: toToolGroups({
      builtin: builtin.data ?? [],
      servers: servers.data ?? [],
      skills: skills.map((skill) => skill.data).filter((skill) => skill !== undefined),
    }),
    isPending: builtin.isPending,
    error: builtin.data ? null : builtin.error,
    retry: () => {
      void builtin.refetch();
      void servers.refetch();
      void list.refetch();
    },
  };
}
