"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../../_trpc/use-trpc.ts";

/** Starts a server once and refreshes what is remembered of it, whatever came of it. */
export function useTestServer() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.mcp.test.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.mcp.list.queryKey() }),
    }),
  );
}

/** Whether a test of this server is going on, wherever on the page it was started. */
export function useIsTesting(name: string): boolean {
  const trpc = useTRPC();
  const tested = useMutationState({
    filters: { mutationKey: trpc.mcp.test.mutationKey(), status: "pending" },
    select: (mutation) => mutation.state.variables,
  });
  return tested.some(
    (input) => typeof input === "object" && input !== null && "name" in input && input.name === name,
  );
}
