import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import type { Budget } from "@/server/contract/budget.ts";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import type { OrgXray } from "@/server/contract/org-xray.ts";

interface XrayQuestion {
  readonly drawing: OrgDocument;
  readonly budget: Budget | undefined;
  /** The agent the run would begin at; undefined: the lead. */
  readonly agentId: string | undefined;
  /** Nothing is asked while it is false. */
  readonly isWanted?: boolean;
}

/**
 * What an org could do at worst, as the server works it out: asked once for a drawing, a budget and a beginning, whoever shows
 * it. While an edited drawing is looked through, the answer to the one before stays, if the run would begin and end as it did.
 */
export function useXray({
  drawing,
  budget,
  agentId,
  isWanted = true,
}: XrayQuestion): UseQueryResult<OrgXray> {
  const client = useTRPCClient();
  const run = JSON.stringify([budget, agentId]);
  return useQuery({
    queryKey: ["xray", numberOf(drawing), run],
    queryFn: (): Promise<OrgXray> =>
      client.orgs.xray.mutate({
        document: drawing,
        ...(budget ? { budget } : {}),
        ...(agentId === undefined ? {} : { agentId }),
      }),
    placeholderData: (before: OrgXray | undefined, query) =>
      query?.queryKey[2] === run ? before : undefined,
    enabled: isWanted,
    gcTime: 0,
  });
}

let count = 0;
const numbers = new WeakMap<OrgDocument, number>();

/** A drawing is a new object with each edit: its number stands for it where the whole would be written out to compare it. */
function numberOf(drawing: OrgDocument): number {
  const number = numbers.get(drawing) ?? ++count;
  numbers.set(drawing, number);
  return number;
}
