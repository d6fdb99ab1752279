"use client";

import { useQuery } from "@tanstack/react-query";
import type { OpenWait } from "@/server/contract/api.ts";
import { useTRPC } from "../_trpc/use-trpc.ts";
import { useIsMounted } from "../_ui/use-is-mounted.ts";

interface OpenWaits {
  /** Undefined until the first answer. */
  readonly waits: readonly OpenWait[] | undefined;
  /** Why there are none; null while there are or may still come. */
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Questions that wait for a person, in every run; read anew when something changed (`useChanges`).
 *
 * Empty until the component is mounted: frame and page take over the server's markup one after the other, and the frame's
 * answer may be there before the page's turn.
 */
export function useOpenWaits(): OpenWaits {
  const trpc = useTRPC();
  const query = useQuery(trpc.waits.open.queryOptions(undefined));
  const isMounted = useIsMounted();
  return {
    waits: isMounted ? query.data : undefined,
    error: isMounted && query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  };
}
