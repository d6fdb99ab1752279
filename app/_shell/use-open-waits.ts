"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../_trpc/use-trpc.ts";

/** Questions that wait for a person, in every run; looked at again every three seconds while the tab is in view. */
export function useOpenWaits() {
  const trpc = useTRPC();
  return useQuery(trpc.waits.open.queryOptions(undefined, { refetchInterval: 3_000 }));
}
