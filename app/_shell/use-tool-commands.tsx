"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue } from "react";
import { useTRPC } from "../_trpc/use-trpc.ts";
import { SourceIcon } from "../_ui/source-icon.tsx";
import { toToolGroups } from "../(workspace)/tools/_parts/shown-tool.ts";
import type { CommandGroup } from "./command-store.ts";

/** Letters from which on functions of skills are looked through as well: each skill is read for it. */
const ENOUGH = 2;

/** Tools of every source that what is typed may mean; none before something is typed, there are too many. */
export function useToolCommands(search: string): CommandGroup {
  const router = useRouter();
  const trpc = useTRPC();
  const wanted = useDeferredValue(search.trim());
  const isSearching = wanted.length >= ENOUGH;
  const builtin = useQuery(trpc.tools.builtin.queryOptions(undefined, { enabled: isSearching }));
  const servers = useQuery(trpc.mcp.list.queryOptions(undefined, { enabled: isSearching }));
  const skills = useQuery(trpc.skills.list.queryOptions());
  const withFunctions = (skills.data ?? []).filter((skill) => skill.functionCount > 0);
  const functions = useQueries({
    queries: withFunctions.map(({ name }) =>
      trpc.skills.get.queryOptions({ name }, { enabled: isSearching, staleTime: 60_000 }),
    ),
  });
  const groups = isSearching
    ? toToolGroups({
        builtin: builtin.data ?? [],
        servers: servers.data ?? [],
        skills: functions.map(({ data }) => data).filter((skill) => skill !== undefined),
      })
    : [];
  return {
    heading: "Tools",
    kind: "find",
    commands: groups.flatMap((group) =>
      group.tools.map((tool) => ({
        id: `tool ${tool.id}`,
        label: tool.name,
        hint: group.name,
        isMono: true,
        icon: <SourceIcon kind={group.kind} />,
        onSelect: () => router.push(`/tools?tool=${encodeURIComponent(tool.id)}`),
      })),
    ),
  };
}
