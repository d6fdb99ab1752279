"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { type OrgSummary, SKETCHES_AT_ONCE } from "@/server/contract/api.ts";
import type { OrgSketch, OrgVersionSketch } from "@/server/contract/org-sketch.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";

/**
 * The charts of the orgs in small, by org; asked for again only when one has a new version. The orgs edited last come first: what is
 * edited moves to the front, and of the pieces behind its old place nothing is asked anew.
 */
export function useOrgSketches(orgs: readonly OrgSummary[]): ReadonlyMap<string, OrgSketch> {
  const trpc = useTRPC();
  return useQueries({
    queries: pieces(orgs).map((piece) =>
      trpc.orgs.sketches.queryOptions(
        { orgs: piece.map(({ id, version }) => ({ id, version })) },
        { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
      ),
    ),
    combine: bySketchedOrg,
  });
}

function pieces(orgs: readonly OrgSummary[]): readonly (readonly OrgSummary[])[] {
  return Array.from({ length: Math.ceil(orgs.length / SKETCHES_AT_ONCE) }, (_, index) =>
    orgs.slice(index * SKETCHES_AT_ONCE, (index + 1) * SKETCHES_AT_ONCE),
  );
}

function bySketchedOrg(answers: readonly { readonly data?: readonly OrgVersionSketch[] | undefined }[]) {
  const sketches = answers.flatMap(({ data = [] }) => data);
  return new Map<string, OrgSketch>(sketches.map(({ orgId, sketch }) => [orgId, sketch] as const));
}
