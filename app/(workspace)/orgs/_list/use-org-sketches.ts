"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OrgSummary } from "@/server/contract/api.ts";
import type { OrgSketch } from "@/server/contract/org-sketch.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";

/** As many as are asked for at a time; the orgs edited last come first. */
const MOST = 60;

/** The charts of the orgs in small, by org; asked for again only when one has a new version. */
export function useOrgSketches(orgs: readonly OrgSummary[]): ReadonlyMap<string, OrgSketch> {
  const trpc = useTRPC();
  const wanted = orgs.slice(0, MOST).map(({ id, version }) => ({ id, version }));
  const { data = [] } = useQuery(
    trpc.orgs.sketches.queryOptions(
      { orgs: wanted },
      { enabled: wanted.length > 0, staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
    ),
  );
  return new Map(data.map(({ orgId, sketch }) => [orgId, sketch]));
}
