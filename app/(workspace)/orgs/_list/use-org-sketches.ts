"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type OrgSummary, SKETCHES_AT_ONCE } from "@/server/contract/api.ts";
import type { OrgSketch } from "@/server/contract/org-sketch.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";

/**
 * The charts of the orgs in small, by org. They are asked for in pieces that do not depend on which org was edited last, so that of a
 * long list, for some minutes, only the piece is asked for again in which an org has a new version. Those that are there stay until then.
 */
export function useOrgSketches(orgs: readonly OrgSummary[]): ReadonlyMap<string, OrgSketch> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const wanted = pieces(orgs);
  const { data } = useQuery({
    queryKey: ["org sketches", wanted],
    queryFn: async () => {
      const asked = wanted.map((piece) =>
        queryClient.fetchQuery(
          trpc.orgs.sketches.queryOptions({ orgs: piece }, { staleTime: Number.POSITIVE_INFINITY }),
        ),
      );
      return (await Promise.all(asked)).flat();
    },
    enabled: orgs.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(data?.map(({ orgId, sketch }) => [orgId, sketch])), [data]);
}

interface SketchedVersion {
  readonly id: string;
  readonly version: number;
}

/** Oldest first: what is new comes into the last one. */
function pieces(orgs: readonly OrgSummary[]): readonly SketchedVersion[][] {
  const oldestFirst = orgs
    .map(({ id, version }): SketchedVersion => ({ id, version }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  return Array.from({ length: Math.ceil(orgs.length / SKETCHES_AT_ONCE) }, (_, index) =>
    oldestFirst.slice(index * SKETCHES_AT_ONCE, (index + 1) * SKETCHES_AT_ONCE),
  );
}
