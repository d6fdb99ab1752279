"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import { toolScope } from "../../model/tool-scope.ts";
import { useEditor } from "../editor-context.tsx";

/** The array an agent of the present drawing would get. Asked anew only when something changed that it depends on. */
export function useEffectiveTools(agentId: string) {
  const client = useTRPCClient();
  const drawing = useEditor((state) => state.document);
  const scope = useMemo(() => toolScope(drawing, agentId), [drawing, agentId]);
  const key = useMemo(() => JSON.stringify(scope), [scope]);
  return useQuery({
    queryKey: ["effective-tools", agentId, key],
    queryFn: () => client.orgs.effectiveTools.mutate({ document: scope, agentId }),
    staleTime: 5_000,
    gcTime: 60_000,
    placeholderData: (previous, query) =>
      query?.queryKey[1] === agentId ? keepPreviousData(previous) : undefined,
  });
}
